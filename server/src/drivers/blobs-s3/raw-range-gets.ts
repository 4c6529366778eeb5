import { Refusal } from '../../domain/model/errors.ts';
import type { ByteRange } from '../../domain/ports/stored-bytes.ts';
import type { BodyReader } from './body-reader.ts';
import type { Bucket } from './bucket.ts';
import { openS3Connection, type S3Connection } from './connection.ts';
import { storageUnavailable } from './errors.ts';
import { presignGet } from './presign.ts';
import type { ObjectVersion } from './range-fetch.ts';
import { isRequestedRange, readResponseHead, type S3ResponseHead } from './response-head.ts';
import type { FetchRange } from './span-reader.ts';

/*
 * Fetches the spans of one download over a dedicated connection, with a URL that is signed once. Gaps between ranges
 * may exceed the ranges, so discarding bytes must be cheap. Only the exact expected response is accepted: anything else
 * is requested again through the SDK, which reports errors properly, and so is everything that needs TLS.
 */

const addressSeconds = 900;
/** A URL that expires sooner than this is not used any more. */
const spareSeconds = 60;

const requestOf = (
  { host, pathname, search }: URL,
  { etag }: ObjectVersion,
  { start, end }: ByteRange,
): string =>
  [
    `GET ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    `range: bytes=${start}-${end}`,
    `if-match: ${etag}`,
    '\r\n',
  ].join('\r\n');

const placeOf = ({ hostname, port }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port === '' ? 80 : port),
});

/** The body after a head; `onSpent` is called when the connection cannot be reused. */
const readBodyChunks = (
  { next }: S3Connection,
  { head, rest, lengthBytes }: { head: S3ResponseHead; rest: Buffer; lengthBytes: number },
  onSpent: () => void,
): BodyReader => {
  let first: Buffer | undefined = rest.length === 0 ? undefined : rest;
  let left = lengthBytes;
  return {
    next: async () => {
      const chunk = first ?? (left === 0 ? undefined : await next());
      first = undefined;
      left -= chunk?.length ?? 0;
      return chunk;
    },
    end: () => {
      if (left !== 0 || head.headers.get('connection')?.toLowerCase() === 'close') onSpent();
    },
  };
};

/** Fetches spans of one version of an object; `fallback` fetches the others. */
export const createRawRangeGets = (
  bucket: Bucket,
  version: ObjectVersion,
  { silenceMs, fallback }: { silenceMs: number; fallback: FetchRange },
): { fetch: FetchRange; close(): void } => {
  let connection: S3Connection | undefined;
  let signed: { url: URL; untilMs: number } | undefined;
  let isClosed = false;

  const hangUp = (): void => {
    connection?.close();
    connection = undefined;
  };

  const findAddress = async (): Promise<URL> => {
    if (signed === undefined || performance.now() > signed.untilMs) {
      const url = new URL(await presignGet(bucket, version.key, { ttlSeconds: addressSeconds }));
      signed = { url, untilMs: performance.now() + (addressSeconds - spareSeconds) * 1000 };
    }
    return signed.url;
  };

  /** Undefined when the response is not the expected one. */
  const get = async (range: ByteRange): Promise<BodyReader | undefined> => {
    const url = await findAddress();
    if (url.protocol !== 'http:' || isClosed) return undefined;
    connection ??= openS3Connection(placeOf(url), silenceMs);
    const from = connection;
    const giveUp = () => from.close(storageUnavailable(new Error('the storage does not begin to answer')));
    const timer = setTimeout(giveUp, bucket.requestTimeoutMs);
    try {
      from.send(requestOf(url, version, range));
      const answer = await readResponseHead(from);
      if (answer === undefined || !isRequestedRange(answer.head, version, range)) return undefined;
      return readBodyChunks(from, { ...answer, lengthBytes: range.end - range.start + 1 }, hangUp);
    } finally {
      clearTimeout(timer);
    }
  };

  const getOrGiveWay = async (range: ByteRange): Promise<BodyReader | undefined> => {
    try {
      return await get(range);
    } catch (error) {
      hangUp();
      if (error instanceof Refusal) throw error;
      return undefined;
    }
  };

  return {
    fetch: async (range) => {
      const pull = await getOrGiveWay(range);
      if (pull === undefined || isClosed) hangUp();
      if (isClosed) throw new Error('the reader is closed');
      return pull ?? fallback(range);
    },
    close: () => {
      isClosed = true;
      hangUp();
    },
  };
};
