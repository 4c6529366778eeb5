import { Readable } from 'node:stream';
import type { Digests } from '../../domain/model/artifact-facts.ts';
import { createHashing, type Found, hashedAtOnce, type Watch } from '../../domain/model/hashes.ts';
import type { Bucket } from './bucket.ts';
import { damaged, isDamaged, isGoneOrOther, statusOf, storageAway } from './faults.ts';
import { createPull } from './pulling.ts';
import { createReader, type Fetch } from './reader.ts';
import { type Codes, createCoder } from './seal.ts';

/** One version of an object: the key, and what the store said of it. */
export interface Version {
  key: string;
  etag: string;
  sizeBytes: number;
}

/** Whether the store has another object at the key than the one that was asked for. */
export const isOther = (error: unknown): boolean => isDamaged(error) && statusOf(error.cause) === 412;

/**
 * Asks for exactly this version, and takes no other answer: a store or a proxy that ignores the range or the condition
 * must not get its bytes delivered as if they were the ones.
 */
export const createFetch =
  (bucket: Bucket, { key, etag, sizeBytes }: Version, silenceMs: number): Fetch =>
  async ({ start, end }) => {
    const input = { ...bucket.at(key), Range: `bytes=${start}-${end}`, IfMatch: etag };
    const answer = await bucket
      .call((s3, limits) => s3.getObject(input, limits))
      .catch((error: unknown) => {
        throw isGoneOrOther(error) || statusOf(error) === 416 ? damaged(error) : error;
      });
    const { Body: body, ContentRange: range, ContentLength: length, ETag } = answer;
    if (!(body instanceof Readable)) throw storageAway(new Error('no body'));
    const isWhole = range === undefined && start === 0 && end === sizeBytes - 1;
    const isRange = range === `bytes ${start}-${end}/${sizeBytes}`;
    if (ETag === etag && length === end - start + 1 && (isWhole || isRange))
      return createPull(body, silenceMs);
    // Listened to, so that the error of being destroyed is nobody's surprise.
    body.on('error', () => {}).destroy();
    throw ETag === etag
      ? storageAway(new Error(`not the range that was asked for: ${range} ${length}`))
      : damaged();
  };

/** The hashes of exactly this version, and the codes of its blocks; undefined when it is no longer there. */
export const hashObject = async (
  bucket: Bucket,
  version: Version,
  { silenceMs, digests = {}, watch }: { silenceMs: number; digests?: Digests; watch?: Watch | undefined },
): Promise<(Found & { codes: Codes }) | undefined> => {
  const hashing = createHashing(digests, watch);
  const pieceBytes = hashedAtOnce(digests, watch);
  const coder = createCoder(version.sizeBytes);
  const whole = { start: 0, end: version.sizeBytes - 1 };
  try {
    const reader = await createReader(createFetch(bucket, version, silenceMs), [whole]);
    try {
      for (let piece = await reader.next(pieceBytes); piece; piece = await reader.next(pieceBytes)) {
        hashing.update(piece);
        coder.add(piece);
      }
    } finally {
      await reader.close();
    }
    return { ...hashing.digest(), codes: coder.codes() };
  } catch (error) {
    if (isDamaged(error)) return undefined;
    throw error;
  }
};
