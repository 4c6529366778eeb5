import { type Parts, type PresignResponse, ProblemError } from '@slipway/api';
import type { Semaphore } from '@slipway/core/semaphore.ts';
import { ConnectionLostError, type PutRequest, type PutResponse, UnreadableFileError } from './put.ts';

/*
 * Uploads one file: presign, PUT, retry with backoff. Large files go in parts, so that a lost connection or a closed
 * tab costs one part only; completed parts stay for any later attempt.
 */

/** Larger files use multipart uploads, as in the CLI. */
export const multipartThresholdBytes = 64 * 1024 ** 2;
const attempts = 8;

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
    super(`The browser could not send anything to ${origin}.`);
    this.origin = origin;
  }
}

/** The storage rejected the upload. */
export class RefusedUpload extends Error {
  readonly code: string;
  /** How to retry: not at all, with a new presigned URL, or later. */
  readonly next: 'stop' | 'presign' | 'wait';

  constructor(code: string, detail: string, next: RefusedUpload['next']) {
    super(detail);
    this.code = code;
    this.next = next;
  }
}

const readRefusal = ({ status, text }: PutResponse): { code: string; detail: string } => {
  try {
    const { code, detail } = JSON.parse(text) as { code?: unknown; detail?: unknown };
    return { code: String(code), detail: String(detail) };
  } catch {
    // S3 responds in XML: <Error><Code>AccessDenied</Code><Message>Request has expired</Message>…
    const [, code = `status-${status}`] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
    const [, detail = `The storage answered ${status}.`] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
    return { code, detail };
  }
};

const otherBytes = ['upload-hash-differs', 'upload-size-differs', 'BadDigest', 'XAmzContentSHA256Mismatch'];

export const toRefusedUpload = (answer: PutResponse): RefusedUpload => {
  const { code, detail } = readRefusal(answer);
  const { status } = answer;
  if (otherBytes.includes(code)) return new RefusedUpload('upload-hash-differs', detail, 'stop');
  if (status === 403 || status === 404) return new RefusedUpload(code, detail, 'presign');
  const isPassing = status === 408 || status === 429 || (status >= 500 && status !== 507);
  return new RefusedUpload(code, detail, isPassing ? 'wait' : 'stop');
};

const putOrRefuse = async (line: TransferOptions, request: PutRequest): Promise<PutResponse> => {
  const answer = await line.put(request);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw toRefusedUpload(answer);
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

/** Tracks the progress of a file across completed and active parts. */
const createAccount = (line: TransferOptions, parts: Parts, sizeBytes: number) => {
  const arrived = new Map<number, number>();
  const lengthOf = (number: number): number =>
    Math.min(parts.partSize, sizeBytes - (number - 1) * parts.partSize);
  const note = (number: number, bytes: number): void => {
    arrived.set(number, bytes);
    line.onSent([...arrived.values()].reduce((sum, one) => sum + one, 0));
  };
  for (const { number } of parts.uploaded) note(number, lengthOf(number));
  return { lengthOf, note };
};

/** Uploads the missing parts; returns the readable ETags. */
const sendMissing = async (line: TransferOptions, file: Blob, parts: Parts): Promise<Map<number, string>> => {
  const etags = new Map(parts.uploaded.map(({ number, etag }) => [number, etag]));
  const account = createAccount(line, parts, file.size);
  // The first failure aborts the other parts, which would be wasted.
  const failed = new AbortController();
  const signal = AbortSignal.any([line.signal, failed.signal]);
  const sendPart = async (url: string, number: number): Promise<void> => {
    signal.throwIfAborted();
    const start = (number - 1) * parts.partSize;
    const body = file.slice(start, start + account.lengthOf(number));
    const onSent = (bytes: number): void => account.note(number, bytes);
    try {
      const { etag } = await putOrRefuse(line, { url, headers: {}, body, signal, onSent });
      account.note(number, account.lengthOf(number));
      etags.set(number, etag ?? '');
    } catch (error) {
      account.note(number, 0);
      if (!failed.signal.aborted) failed.abort(error);
      throw error;
    }
  };
  const missing = parts.urls
    .map((url, at) => ({ url, number: at + 1 }))
    .filter(({ number }) => !etags.has(number));
  await Promise.allSettled(missing.map(({ url, number }) => line.semaphore(() => sendPart(url, number))));
  line.signal.throwIfAborted();
  if (failed.signal.aborted) throw failed.signal.reason;
  return etags;
};

/** If CORS hides an ETag, ask the server for it. */
const knownEtags = async (
  line: TransferOptions,
  etags: Map<number, string>,
): Promise<Map<number, string>> => {
  if (![...etags.values()].includes('')) return etags;
  const { parts } = await line.presign(true);
  return new Map((parts?.uploaded ?? []).map(({ number, etag }) => [number, etag]));
};

const sendParts = async (line: TransferOptions, file: Blob, parts: Parts): Promise<void> => {
  const etags = await knownEtags(line, await sendMissing(line, file, parts));
  await line.complete(
    parts.uploadId,
    parts.urls.map((_, at) => etags.get(at + 1) ?? ''),
  );
};

const sendOnce = async (line: TransferOptions, file: Blob): Promise<string> => {
  const answer = await line.presign(file.size >= multipartThresholdBytes);
  if (answer.artifact.uploadedAt !== null) return '';
  const { parts, uploadUrl } = answer;
  try {
    if (parts === undefined) await sendWhole(line, file, answer);
    else await sendParts(line, file, parts);
    return '';
  } catch (error) {
    line.signal.throwIfAborted();
    // A file that changed after the drop cannot be read, so a retry cannot help.
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => Promise.reject(new UnreadableFileError()));
    if (error instanceof ConnectionLostError && error.sentBytes === 0)
      return new URL(parts?.urls[0] ?? uploadUrl).origin;
    const canPass =
      error instanceof ConnectionLostError || (error instanceof RefusedUpload && error.next !== 'stop');
    const isAway = error instanceof ProblemError && (error.status >= 500 || error.status === 429);
    if (!canPass && !isAway) throw error;
    return 'again';
  }
};

/** Uploads a file with retries; throws if a retry cannot help. */
export const transfer = async (options: TransferOptions, file: Blob): Promise<void> => {
  let [silent, hasSent] = [0, false];
  const onSent = (bytes: number): void => {
    hasSent ||= bytes > 0;
    options.onSent(bytes);
  };
  const line = { ...options, onSent };
  for (let turn = 1; ; turn += 1) {
    const outcome = await sendOnce(line, file);
    if (outcome === '') return line.onSent(file.size);
    silent = outcome === 'again' || hasSent ? 0 : silent + 1;
    // Presigning worked, but three PUTs in a row sent nothing.
    if (silent >= 3) throw new BlockedUpload(outcome);
    if (turn >= attempts)
      throw new RefusedUpload('storage-unavailable', 'The upload failed again and again.', 'stop');
    await line.sleep(Math.min(500 * 2 ** turn, 15_000), line.signal);
  }
};
