import { type Parts, type PresignResponse, ProblemError } from '@slipway/api';
import type { Semaphore } from '@slipway/core/semaphore.ts';
import { parseStorageError } from '@slipway/core/storage-error.ts';
import { sendParts } from '@slipway/core/upload-parts.ts';
import { runUpload, type UploadFailure } from '@slipway/core/upload-steps.ts';
import { ConnectionLostError, type PutRequest, type PutResponse, UnreadableFileError } from './put.ts';

/*
 * Uploads one file: presign, PUT, retry with backoff. Large files go in parts, so that a lost connection or a closed
 * tab costs one part only; completed parts stay for any later attempt.
 */

export interface TransferOptions {
  presign(parts: boolean): Promise<PresignResponse>;
  complete(uploadId: string, etags: string[]): Promise<unknown>;
  put(request: PutRequest): Promise<PutResponse>;
  /** Resolves after the delay; rejects on abort. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  semaphore: Semaphore;
  signal: AbortSignal;
  /** Reports the bytes uploaded so far. */
  onSent(bytes: number): void;
}

/** The storage never responds to the page: its CORS rule is missing, or it is unreachable. */
export class BlockedUpload extends Error {
  readonly origin: string;

  constructor(origin: string) {
    super(`Upload to ${origin} was blocked.`);
    this.origin = origin;
  }
}

/** The storage rejected the upload. */
export class RefusedUpload extends Error {
  readonly code: string;
  readonly canRetry: boolean;

  constructor(code: string, detail: string, canRetry: boolean) {
    super(detail);
    this.code = code;
    this.canRetry = canRetry;
  }
}

const putOrRefuse = async (line: TransferOptions, request: PutRequest): Promise<PutResponse> => {
  const answer = await line.put(request);
  if (answer.status >= 200 && answer.status < 300) return answer;
  const { code, detail, isOtherBytes, canRetry } = parseStorageError(answer);
  throw new RefusedUpload(isOtherBytes ? 'upload-hash-differs' : code, detail, canRetry);
};

const sendWhole = (
  line: TransferOptions,
  file: Blob,
  { uploadUrl: url, headers }: PresignResponse,
): Promise<PutResponse> =>
  line.semaphore(() => {
    line.onSent(0);
    const { signal, onSent } = line;
    return putOrRefuse(line, { url, headers, body: file, signal, onSent });
  });

/** If CORS hides an ETag, ask the server for it. */
const knownEtags = async (line: TransferOptions, etags: string[]): Promise<string[]> => {
  if (!etags.includes('')) return etags;
  const { parts } = await line.presign(true);
  return etags.map((etag, at) => parts?.uploaded.find(({ number }) => number === at + 1)?.etag ?? etag);
};

const sendInParts = async (line: TransferOptions, file: Blob, parts: Parts): Promise<void> => {
  const { semaphore, signal, onSent } = line;
  const etags = await sendParts({
    ...{ parts, sizeBytes: file.size, semaphore, signal, onSent },
    put: async ({ start, length, ...part }) =>
      (await putOrRefuse(line, { ...part, headers: {}, body: file.slice(start, start + length) })).etag,
  });
  await line.complete(parts.uploadId, await knownEtags(line, etags));
};

const sendOnce = async (
  line: TransferOptions & { hasSent(): boolean },
  file: Blob,
  inParts: boolean,
): Promise<void> => {
  const answer = await line.presign(inParts);
  if (answer.artifact.uploadedAt !== null) return;
  const { parts, uploadUrl } = answer;
  try {
    await (parts === undefined ? sendWhole(line, file, answer) : sendInParts(line, file, parts));
  } catch (error) {
    line.signal.throwIfAborted();
    // A file that changed after the drop cannot be read, so a retry cannot help.
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => Promise.reject(new UnreadableFileError()));
    throw error instanceof ConnectionLostError && error.sentBytes === 0 && !line.hasSent()
      ? new BlockedUpload(new URL(parts?.urls[0] ?? uploadUrl).origin)
      : error;
  }
};

/** Uploads a file with retries; throws if a retry cannot help. */
export const transfer = async (options: TransferOptions, file: Blob): Promise<void> => {
  let hasSent = false;
  const onSent = (bytes: number): void => {
    hasSent ||= bytes > 0;
    options.onSent(bytes);
  };
  const classify = (error: unknown): UploadFailure | undefined => {
    if (error instanceof BlockedUpload) return { kind: 'silent' };
    if (error instanceof ProblemError) {
      const { status, retryAfterSeconds } = error;
      return status >= 500 || status === 429 ? { kind: 'failed', retryAfterSeconds } : undefined;
    }
    const canRetry = error instanceof RefusedUpload ? error.canRetry : error instanceof ConnectionLostError;
    return canRetry ? { kind: 'failed' } : undefined;
  };
  const { signal, sleep } = options;
  await runUpload({
    ...{ sizeBytes: file.size, startsInParts: true, signal, sleep, classify },
    attempt: ({ inParts }) => sendOnce({ ...options, onSent, hasSent: () => hasSent }, file, inParts),
  });
  options.onSent(file.size);
};
