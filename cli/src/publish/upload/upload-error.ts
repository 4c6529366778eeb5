import { exitCodes, Failure } from '../../errors/failure.ts';
import { remedyFor } from '../../errors/remedies.ts';
import type { PutResponse } from '../../net/put-file.ts';
import { fileChangedFailure } from './digest.ts';

/** Retry with the same URL, retry with a new URL, or give up. */
export type UploadErrorAction =
  | { next: 'wait'; failure: Failure }
  | { next: 'presign'; failure: Failure }
  | { next: 'stop'; failure: Failure };

const codeOf = (answer: PutResponse): { code: string; detail: string } => {
  try {
    const value = JSON.parse(answer.text) as { code?: unknown; detail?: unknown };
    return { code: String(value.code), detail: String(value.detail) };
  } catch {
    // S3 returns XML: <Error><Code>AccessDenied</Code><Message>Request has expired</Message>…
    const code = /<Code>([^<]*)<\/Code>/.exec(answer.text)?.[1] ?? `status-${answer.status}`;
    const detail =
      /<Message>([^<]*)<\/Message>/.exec(answer.text)?.[1] ?? `The storage returned ${answer.status}.`;
    return { code, detail };
  }
};

const otherBytes = ['upload-hash-differs', 'upload-size-differs', 'BadDigest', 'XAmzContentSHA256Mismatch'];

/** Understands the server's problem JSON and S3's XML. */
export const classifyUploadError = (answer: PutResponse, path: string): UploadErrorAction => {
  const { code, detail } = codeOf(answer);
  if (otherBytes.includes(code)) return { next: 'stop', failure: fileChangedFailure(path) };
  const failure = new Failure(`Upload of ${path} rejected: ${detail}`, {
    exit: exitCodes.refused,
    code,
    remedy:
      remedyFor(code) ?? 'Run the command again. If it fails again, test the storage with `slipway doctor`.',
  });
  if (answer.status === 507) return { next: 'stop', failure };
  if (answer.status === 403 || answer.status === 404) return { next: 'presign', failure };
  if (answer.status === 408 || answer.status === 429 || answer.status >= 500)
    return { next: 'wait', failure };
  return { next: 'stop', failure };
};
