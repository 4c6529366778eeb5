import { Readable } from 'node:stream';
import type { Digests } from '../../domain/model/artifact-facts.ts';
import {
  createHasher,
  type ExtraHashes,
  type HashResult,
  hashChunkBytes,
} from '../../domain/model/hashes.ts';
import { createBodyReader } from './body-reader.ts';
import type { Bucket } from './bucket.ts';
import {
  artifactDamaged,
  isArtifactDamaged,
  isMissingOrReplaced,
  s3StatusOf,
  storageUnavailable,
} from './errors.ts';
import { type BlockTags, createBlockTagWriter } from './object-seal.ts';
import { createSpanReader, type FetchRange } from './span-reader.ts';

/** One version of an object. */
export interface ObjectVersion {
  key: string;
  etag: string;
  sizeBytes: number;
}

/** Whether the key holds a different version than the requested one. */
export const isReplaced = (error: unknown): boolean =>
  isArtifactDamaged(error) && s3StatusOf(error.cause) === 412;

/**
 * Requests exactly this version and rejects any other response: bytes from a store or proxy that ignores the range or
 * condition must not be delivered.
 */
export const createRangeFetch =
  (bucket: Bucket, { key, etag, sizeBytes }: ObjectVersion, silenceMs: number): FetchRange =>
  async ({ start, end }) => {
    const input = { ...bucket.at(key), Range: `bytes=${start}-${end}`, IfMatch: etag };
    const answer = await bucket
      .call((s3, limits) => s3.getObject(input, limits))
      .catch((error: unknown) => {
        throw isMissingOrReplaced(error) || s3StatusOf(error) === 416 ? artifactDamaged(error) : error;
      });
    const { Body: body, ContentRange: range, ContentLength: length, ETag } = answer;
    if (!(body instanceof Readable)) throw storageUnavailable(new Error('no body'));
    const isWhole = range === undefined && start === 0 && end === sizeBytes - 1;
    const isRange = range === `bytes ${start}-${end}/${sizeBytes}`;
    if (ETag === etag && length === end - start + 1 && (isWhole || isRange))
      return createBodyReader(body, silenceMs);
    // Without a listener, the error from destroy would be unhandled.
    body.on('error', () => {}).destroy();
    throw ETag === etag
      ? storageUnavailable(new Error(`not the range that was asked for: ${range} ${length}`))
      : artifactDamaged();
  };

/** The hashes and block tags of exactly this version; undefined when it no longer exists. */
export const hashObject = async (
  bucket: Bucket,
  version: ObjectVersion,
  {
    silenceMs,
    digests = {},
    watch,
  }: { silenceMs: number; digests?: Digests; watch?: ExtraHashes | undefined },
): Promise<(HashResult & { codes: BlockTags }) | undefined> => {
  const hashing = createHasher(digests, watch);
  const pieceBytes = hashChunkBytes(digests, watch);
  const coder = createBlockTagWriter(version.sizeBytes);
  const whole = { start: 0, end: version.sizeBytes - 1 };
  try {
    const reader = await createSpanReader(createRangeFetch(bucket, version, silenceMs), [whole]);
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
    if (isArtifactDamaged(error)) return undefined;
    throw error;
  }
};
