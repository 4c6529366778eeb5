import { parseStorageError } from '@slipway/core/storage-error.ts';
import { exitCodes, Failure } from '../../errors/failure.ts';
import { remedyFor } from '../../errors/remedies.ts';
import type { PutResponse } from '../../net/put-file.ts';
import { fileChangedFailure } from './digest.ts';

export const toUploadFailure = (
  answer: PutResponse,
  path: string,
): { failure: Failure; canRetry: boolean } => {
  const { code, detail, isOtherBytes, canRetry } = parseStorageError(answer);
  if (isOtherBytes) return { failure: fileChangedFailure(path), canRetry };
  const failure = new Failure(`Upload of ${path} rejected: ${detail}`, {
    exit: exitCodes.refused,
    code,
    remedy:
      remedyFor(code) ?? 'Run the command again. If it fails again, test the storage with `slipway doctor`.',
  });
  return { failure, canRetry };
};
