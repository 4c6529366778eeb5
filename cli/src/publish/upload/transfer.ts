import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArtifactDeclaration, Client, Parts, PresignResponse } from '@slipway/api';
import { type PlanItem, requiredHashes } from '@slipway/build-files/plan-item.ts';
import type { Semaphore } from '@slipway/core/semaphore.ts';
import { sendParts } from '@slipway/core/upload-parts.ts';
import { runUpload, type UploadState } from '@slipway/core/upload-steps.ts';
import { Failure } from '../../errors/failure.ts';
import {
  defaultContinueMs,
  FileShrankError,
  type PutRequest,
  type PutResponse,
  putFile,
} from '../../net/put-file.ts';
import { unreachableFailure } from '../../net/unreachable.ts';
import type { Plan } from '../plan/plan.ts';
import { type Digest, fileChangedFailure, openDigested } from './digest.ts';
import { watchSpeed } from './slow-connection.ts';
import { toUploadFailure } from './upload-error.ts';

/*
 * Uploads one artifact: declare, PUT, and retry. A multipart upload resumes with the missing parts after a broken
 * connection or in another run. An expired URL is requested again with the same declaration, so uploaded parts are
 * kept.
 */

export interface TransferOptions {
  client: Client;
  semaphore: Semaphore;
  signal: AbortSignal;
  /** An earlier run may have uploaded parts. */
  resumes: boolean;
  /** `bytes` is the total uploaded so far. */
  onSent(item: PlanItem, bytes: number): void;
  onWait(item: PlanItem, reason: string, waitMs: number): void;
}

/** `kept` means that the storage already had the bytes. */
export type TransferOutcome = 'sent' | 'kept';

/** A retry cannot help; `cause` says why. */
class Final extends Error {
  constructor(cause: unknown) {
    super('final', { cause });
  }
}

/** The connection is too slow for a single PUT. */
class TooSlow extends Error {}

/** Only the hashes that the file's updater compares. */
const hashesOf = (item: PlanItem, { sha512, sha1 }: Digest): Pick<ArtifactDeclaration, 'sha512' | 'sha1'> => {
  const required = requiredHashes(item);
  return {
    ...(required.sha512 && sha512 !== undefined ? { sha512 } : {}),
    ...(required.sha1 && sha1 !== undefined ? { sha1 } : {}),
  };
};

export const buildDeclaration = (plan: Plan, item: PlanItem, digest: Digest): ArtifactDeclaration => ({
  version: plan.version,
  channel: plan.channel,
  target: item.target,
  format: item.format,
  size: digest.sizeBytes,
  sha256: digest.sha256,
  ...item.facts,
  // Computed from the file: a build with a wrong hash in its feed may be published if allowed.
  ...hashesOf(item, digest),
  ...(item.companionOf === undefined ? {} : { companionOf: item.companionOf }),
  ...(item.signature === undefined || item.signature === '' ? {} : { signature: item.signature }),
});

const hostOf = (url: string): string => new URL(url).origin;

/** One PUT. Throws retryable errors unchanged, and others as `Final`. */
const put = async (request: PutRequest, path: string): Promise<PutResponse> => {
  const answer = await putFile(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    throw error instanceof FileShrankError
      ? new Final(fileChangedFailure(path))
      : unreachableFailure(hostOf(request.url), error);
  });
  if (answer.status >= 200 && answer.status < 300) return answer;
  const { failure, canRetry } = toUploadFailure(answer, path);
  throw canRetry ? failure : new Final(failure);
};

interface FileTransfer {
  options: TransferOptions;
  plan: Plan;
  item: PlanItem;
  digest: Digest;
  file: FileHandle;
  /** Remembers whether the storage sends 100 responses. */
  connection: { continueMs: number };
}

const sendWhole = async (
  sending: FileTransfer,
  { uploadUrl: url, headers }: PresignResponse,
): Promise<void> => {
  const { options, item, digest, file } = sending;
  const slow = new AbortController();
  const signal = AbortSignal.any([options.signal, slow.signal]);
  const length = digest.sizeBytes;
  let sent = 0;
  const onBytes = (count: number) => {
    sent += count;
    options.onSent(item, sent);
  };
  const send = async () => {
    options.onSent(item, 0);
    const tooSlow = () => slow.abort(new TooSlow());
    const unwatch = watchSpeed({ sizeBytes: length, sentBytes: () => sent, tooSlow });
    try {
      const { continueMs } = sending.connection;
      await put({ url, headers, file, start: 0, length, signal, continueMs, onBytes }, item.path);
    } finally {
      unwatch();
    }
  };
  await options.semaphore(send).catch((error: unknown) => {
    throw slow.signal.aborted && !options.signal.aborted ? slow.signal.reason : error;
  });
};

const sendInParts = async (sending: FileTransfer, parts: Parts): Promise<void> => {
  const { options, plan, item, digest, file, connection } = sending;
  const etags = await sendParts({
    parts,
    sizeBytes: digest.sizeBytes,
    semaphore: options.semaphore,
    signal: options.signal,
    onSent: (bytes) => options.onSent(item, bytes),
    put: async ({ onSent, ...part }) => {
      let sent = 0;
      const onBytes = (count: number) => {
        sent += count;
        onSent(sent);
      };
      const { continueMs } = connection;
      const answer = await put({ ...part, headers: {}, file, continueMs, onBytes }, item.path);
      if (!answer.continued) connection.continueMs = 0;
      return answer.etag;
    },
  });
  const { version, channel } = plan;
  const { uploadId } = parts;
  await options.client.completeArtifact(plan.app, { version, channel, target: item.target, uploadId, etags });
};

const sendOnce = async (
  sending: FileTransfer,
  { inParts, wholeIfFresh }: UploadState,
): Promise<TransferOutcome> => {
  const { options, plan, item, digest } = sending;
  const declaration = buildDeclaration(plan, item, digest);
  const answer = await options.client
    .presignArtifact(plan.app, inParts ? { ...declaration, parts: true } : declaration)
    .catch((error: unknown) => {
      // The API client already retries, so its errors are final here.
      throw options.signal.aborted ? error : new Final(error);
    });
  if (answer.artifact.uploadedAt !== null) return 'kept';
  const { parts } = answer;
  if (parts === undefined || (wholeIfFresh && parts.uploaded.length === 0)) await sendWhole(sending, answer);
  else await sendInParts(sending, parts);
  return 'sent';
};

/** Retries until done, and switches to multipart if the connection is slow or broke. */
const sendAll = (sending: FileTransfer): Promise<TransferOutcome> => {
  const { options, item, digest } = sending;
  return runUpload({
    sizeBytes: digest.sizeBytes,
    resumes: options.resumes,
    partsAfterFailure: true,
    signal: options.signal,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    attempt: (state) => sendOnce(sending, state),
    classify: (error) =>
      error instanceof TooSlow ? { kind: 'slow' } : error instanceof Failure ? { kind: 'failed' } : undefined,
    onWait: (error, waitMs) => {
      if (error instanceof Failure) options.onWait(item, error.message, waitMs);
    },
  });
};

/** Skips the upload if the storage already has the bytes. */
export const transfer = async (
  needs: TransferOptions,
  plan: Plan,
  { item, digest }: { item: PlanItem; digest: Digest },
): Promise<TransferOutcome> => {
  const file = await openDigested(item.path, digest);
  try {
    return await sendAll({
      options: needs,
      plan,
      item,
      digest,
      file,
      connection: { continueMs: defaultContinueMs },
    });
  } catch (error) {
    throw error instanceof Final ? error.cause : error;
  } finally {
    await file.close();
  }
};
