import type { Semaphore } from './semaphore.ts';

/** Sends bytes of a file; returns the ETag, or nothing if it is hidden. */
type PutPart = (part: {
  url: string;
  start: number;
  length: number;
  signal: AbortSignal;
  /** Takes all bytes of this part that were sent so far. */
  onSent(bytes: number): void;
}) => Promise<string | null | undefined>;

export interface PartsUpload {
  parts: { partSize: number; urls: string[]; uploaded: { number: number; etag: string }[] };
  sizeBytes: number;
  semaphore: Semaphore;
  signal: AbortSignal;
  /** Takes the bytes of all parts that were sent so far. */
  onSent(bytes: number): void;
  put: PutPart;
}

/** Uploads the missing parts; returns the ETags of all, empty where hidden. */
export const sendParts = async (upload: PartsUpload): Promise<string[]> => {
  const { partSize, urls, uploaded } = upload.parts;
  const etags = new Map(uploaded.map(({ number, etag }) => [number, etag]));
  const lengthOf = (number: number): number => Math.min(partSize, upload.sizeBytes - (number - 1) * partSize);
  const sent = new Map<number, number>();
  let total = 0;
  const setSent = (number: number, bytes: number): void => {
    total += bytes - (sent.get(number) ?? 0);
    sent.set(number, bytes);
    upload.onSent(total);
  };
  for (const number of etags.keys()) setSent(number, lengthOf(number));
  // The first failure aborts the other parts, which would be wasted.
  const failed = new AbortController();
  const signal = AbortSignal.any([upload.signal, failed.signal]);
  const sendPart = async (number: number, url: string): Promise<void> => {
    signal.throwIfAborted();
    const [start, length] = [(number - 1) * partSize, lengthOf(number)];
    const onSent = (bytes: number): void => setSent(number, bytes);
    try {
      etags.set(number, (await upload.put({ url, start, length, signal, onSent })) ?? '');
      setSent(number, length);
    } catch (error) {
      setSent(number, 0);
      failed.abort(error);
      throw error;
    }
  };
  await Promise.allSettled(
    urls.map((url, at) => etags.has(at + 1) || upload.semaphore(() => sendPart(at + 1, url))),
  );
  upload.signal.throwIfAborted();
  failed.signal.throwIfAborted();
  return urls.map((_, at) => etags.get(at + 1) ?? '');
};
