import type { FileHandle } from 'node:fs/promises';
import type { ArtifactDeclaration, Client, Parts, PresignResponse } from '@slipway/api';
import { type PlanItem, requiredHashes } from '@slipway/build-files/plan-item.ts';
import type { Semaphore } from '@slipway/core/semaphore.ts';
import { Failure } from '../../errors/failure.ts';
import {
  defaultContinueMs,
  FileShrankError,
  type PutRequest,
  type PutResponse,
  putFile,
} from '../../net/put-file.ts';
import { withRetries } from '../../net/retry.ts';
import { unreachableFailure } from '../../net/unreachable.ts';
import type { Plan } from '../plan/plan.ts';
import { type Digest, fileChangedFailure, openDigested } from './digest.ts';
import { allowsMultipart, requiresMultipart, watchSpeed } from './slow-connection.ts';
import { classifyUploadError } from './upload-error.ts';

/*
 * Uploads one artifact: declare, PUT, and retry. slow-connection.ts decides about multipart, which resumes with the
 * missing parts after a broken connection or in another run. An expired URL is requested again with the same
 * declaration, so uploaded parts are kept.
 */

const attempts = 8;

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
  const verdict = classifyUploadError(answer, path);
  throw verdict.next === 'stop' ? new Final(verdict.failure) : verdict.failure;
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

const sendParts = async (sending: FileTransfer, parts: Parts): Promise<void> => {
  const { options, plan, item, digest, file, connection } = sending;
  const etags = new Map(parts.uploaded.map(({ number, etag }) => [number, etag]));
  const lengthOf = (number: number) =>
    Math.min(parts.partSize, digest.sizeBytes - (number - 1) * parts.partSize);
  let sent = [...etags.keys()].reduce((sum, number) => sum + lengthOf(number), 0);
  options.onSent(item, sent);
  // The first failure aborts the other parts, which would be wasted.
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const sendPart = async (number: number, url: string) => {
    signal.throwIfAborted();
    let ofPart = 0;
    const onBytes = (count: number) => {
      ofPart += count;
      sent += count;
      options.onSent(item, sent);
    };
    const start = (number - 1) * parts.partSize;
    const { continueMs } = connection;
    const request = { url, headers: {}, file, start, length: lengthOf(number), signal, continueMs, onBytes };
    try {
      const answer = await put(request, item.path);
      etags.set(number, answer.etag ?? '');
      if (!answer.continued) connection.continueMs = 0;
    } catch (error) {
      sent -= ofPart;
      if (!failed.signal.aborted) failed.abort(error);
      throw error;
    }
  };
  const missing = parts.urls
    .map((url, index) => ({ url, number: index + 1 }))
    .filter(({ number }) => !etags.has(number));
  await Promise.allSettled(missing.map(({ number, url }) => options.semaphore(() => sendPart(number, url))));
  options.signal.throwIfAborted();
  if (failed.signal.aborted) throw failed.signal.reason;
  await options.client.completeArtifact(plan.app, {
    version: plan.version,
    channel: plan.channel,
    target: item.target,
    uploadId: parts.uploadId,
    etags: parts.urls.map((_, index) => etags.get(index + 1) ?? ''),
  });
};

const sendOnce = async (
  sending: FileTransfer,
  way: { parts: boolean; wholeIfFresh: boolean },
): Promise<TransferOutcome> => {
  const { options, plan, item, digest } = sending;
  const declaration = buildDeclaration(plan, item, digest);
  const answer = await options.client
    .presignArtifact(plan.app, way.parts ? { ...declaration, parts: true } : declaration)
    .catch((error: unknown) => {
      // The API client already retries, so its errors are final here.
      throw options.signal.aborted ? error : new Final(error);
    });
  if (answer.artifact.uploadedAt !== null) return 'kept';
  const { parts } = answer;
  if (parts === undefined || (way.wholeIfFresh && parts.uploaded.length === 0))
    await sendWhole(sending, answer);
  else await sendParts(sending, parts);
  return 'sent';
};

/** Retries until done, and switches to multipart if the connection is slow or broke. */
const sendAll = async (sending: FileTransfer): Promise<TransferOutcome> => {
  const { options, item, digest } = sending;
  const { sizeBytes } = digest;
  const way = { parts: requiresMultipart(sizeBytes), wholeIfFresh: false };
  if (options.resumes && allowsMultipart(sizeBytes) && !way.parts)
    Object.assign(way, { parts: true, wholeIfFresh: true });
  return await withRetries(
    {
      attempts,
      signal: options.signal,
      shouldRetry: (error) => (error instanceof TooSlow ? 0 : error instanceof Failure),
      onWait: (error, waitMs) => {
        Object.assign(way, { parts: true, wholeIfFresh: false });
        if (error instanceof Failure) options.onWait(item, error.message, waitMs);
      },
    },
    () => sendOnce(sending, way),
  );
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
