import { type Parts, type PresignResponse, ProblemError } from '@slipway/api';
import { ConnectionLostError, type PutRequest, type PutResponse, UnreadableFileError } from './put.ts';
import type { Semaphore } from './semaphore.ts';

/*
 * One file from the page to the storage: an address, PUT, and again where that can help. Large files go in parts, so
 * that a broken line or a closed tab costs a part and not the file; what has arrived stays, whoever goes on with it.
 */

/** From here on a file goes in parts, as the command line has it. */
export const multipartThresholdBytes = 64 * 1024 ** 2;
const attempts = 8;

export interface TransferOptions {
  presign(parts: boolean): Promise<PresignResponse>;
  complete(uploadId: string, etags: string[]): Promise<unknown>;
  put(request: PutRequest): Promise<PutResponse>;
  /** Waits so long, or until it is stopped. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  gate: Semaphore;
  signal: AbortSignal;
  /** How many bytes of the file have arrived by now. */
  onSent(bytes: number): void;
}

/** The storage never answers a page: its bucket has no rule for it, or it cannot be reached from here. */
export class BlockedUpload extends Error {
  readonly origin: string;

  constructor(origin: string) {
    super(`The browser could not send anything to ${origin}.`);
    this.origin = origin;
  }
}

/** The storage said no. */
export class RefusedUpload extends Error {
  readonly code: string;
  /** What is left to try: nothing, a new address, or the same later. */
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
    // S3 speaks XML: <Error><Code>AccessDenied</Code><Message>Request has expired</Message>…
    const [, code = `status-${status}`] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
    const [, detail = `The storage answered ${status}.`] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
    return { code, detail };
  }
};

const otherBytes = ['upload-hash-differs', 'upload-size-differs', 'BadDigest', 'XAmzContentSHA256Mismatch'];

/** What a refusal means. */
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
  line.gate(() => {
    line.onSent(0);
    const { signal, onSent } = line;
    return putOrRefuse(line, { url, headers, body: file, signal, onSent });
  });

/** Keeps account of what of a file has arrived: parts that are there, and those on their way. */
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

/** Sends the parts that are missing; answers with the ETags that the page could read. */
const sendMissing = async (line: TransferOptions, file: Blob, parts: Parts): Promise<Map<number, string>> => {
  const etags = new Map(parts.uploaded.map(({ number, etag }) => [number, etag]));
  const account = createAccount(line, parts, file.size);
  // The first failure stops the others: they would only fail later, or send in vain.
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
  await Promise.allSettled(missing.map(({ url, number }) => line.gate(() => sendPart(url, number))));
  line.signal.throwIfAborted();
  if (failed.signal.aborted) throw failed.signal.reason;
  return etags;
};

/** A bucket that does not expose the ETag has it all the same: the service knows it. */
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
    // A file that changed since it was dropped breaks every line: no other try can help.
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

/** Sends a file until it is there; throws where another try cannot help. */
export const transfer = async (given: TransferOptions, file: Blob): Promise<void> => {
  let [silent, hasSent] = [0, false];
  const onSent = (bytes: number): void => {
    hasSent ||= bytes > 0;
    given.onSent(bytes);
  };
  const line = { ...given, onSent };
  for (let turn = 1; ; turn += 1) {
    const outcome = await sendOnce(line, file);
    if (outcome === '') return line.onSent(file.size);
    silent = outcome === 'again' || hasSent ? 0 : silent + 1;
    // The service answered with an address, and nothing could be sent there, again.
    if (silent >= 3) throw new BlockedUpload(outcome);
    if (turn >= attempts)
      throw new RefusedUpload('storage-unavailable', 'The upload failed again and again.', 'stop');
    await line.wait(Math.min(500 * 2 ** turn, 15_000), line.signal);
  }
};
