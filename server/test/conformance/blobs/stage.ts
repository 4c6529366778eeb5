import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type BlobContent, blobContentOf, type StoredObject } from '../../../src/domain/model/artifact.ts';
import type { Digests } from '../../../src/domain/model/artifact-facts.ts';
import type { Blobs } from '../../../src/domain/ports/blobs.ts';
import type { ByteRange } from '../../../src/domain/ports/stored-bytes.ts';
import type { UploadTicket, VerifiedUpload } from '../../../src/domain/ports/uploads.ts';

/** A storage under test with test-only access. */
export interface BlobsHarness {
  blobs: Blobs;
  /** PUTs a body; resolves with the ETag, rejects if the storage refuses it. */
  put(url: string, headers: Record<string, string>, body: Uint8Array): Promise<string>;
  /** Changes stored bytes without the storage noticing. */
  overwrite(key: string, bytes: Uint8Array): Promise<void>;
  /** Every object in the storage, under any name. */
  leftovers(): Promise<string[]>;
  /** Advances the clock that upload URLs expire by. */
  elapse(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Optional features of a storage. */
export interface Abilities {
  /** Lists parts and unfinished uploads; not every S3 server does. */
  listsParts: boolean;
  /** Clients can download directly. */
  isReachable: boolean;
  /** It sends the file name of a signed URL; the default test S3 server does not. */
  namesFiles?: boolean;
}

export const ttl = 900;
export const farPast = '2000-01-01T00:00:00.000Z';
export const farFuture = '2999-01-01T00:00:00.000Z';
export const instantShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const damaged = { name: 'Refusal', code: 'artifact-damaged' };
export const incomplete = { name: 'Refusal', code: 'uploads-incomplete' };

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const whole = (bytes: Uint8Array): ByteRange => ({ start: 0, end: bytes.length - 1 });

/** Content as the domain names it, with a unique ID. */
export const contentFor = (bytes: Uint8Array, digests: Digests = {}): BlobContent => ({
  ...blobContentOf({
    id: `art_${randomBytes(12).toString('hex')}`,
    sizeBytes: bytes.length,
    sha256: sha256Of(bytes),
    contentType: 'application/gzip',
  }),
  digests,
});

export const verified = async (blobs: Blobs, content: BlobContent): Promise<VerifiedUpload> => {
  const found = await blobs.verify(content);
  assert.ok(typeof found === 'object', `verify found: ${JSON.stringify(found)}`);
  return found;
};

export const keep = async (blobs: Blobs, content: BlobContent): Promise<StoredObject> =>
  blobs.keep(content, await verified(blobs, content));

export const listed = async (blobs: Blobs, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of blobs.list(prefix)) keys.push(key);
  return keys.sort();
};

/** Reads a range to its end, `max` bytes at a time. */
export const readAll = (
  blobs: Blobs,
  stored: { made: BlobContent; stored: StoredObject },
  { max = 65_536, ...range }: ByteRange & { max?: number },
): Promise<Buffer> => readRanges(blobs, stored, { max, ranges: [range] });

/** Reads ranges to the end of the last, `max` bytes at a time. */
export const readRanges = async (
  blobs: Blobs,
  { made, stored }: { made: BlobContent; stored: StoredObject },
  { max, ranges }: { max: number; ranges: readonly ByteRange[] },
): Promise<Buffer> => {
  const reader = await blobs.open(made, stored, ranges);
  const pieces: Buffer[] = [];
  for (let piece = await reader.next(max); piece !== undefined; piece = await reader.next(max)) {
    assert.ok(
      piece.length > 0 && piece.length <= max,
      `a piece of ${piece.length} where ${max} were asked for`,
    );
    pieces.push(Buffer.from(piece));
  }
  await reader.close();
  return Buffer.concat(pieces);
};

/** The storage during a suite; removes the content that it created after each test. */
export const createStage = (harness: BlobsHarness) => {
  const { blobs } = harness;
  const used = new Set<BlobContent>();

  const content = (bytes: Uint8Array, digests: Digests = {}): BlobContent => {
    const made = contentFor(bytes, digests);
    used.add(made);
    return made;
  };
  const putTicket = ({ url, headers }: UploadTicket, bytes: Uint8Array) => harness.put(url, headers, bytes);
  const upload = async (bytes: Uint8Array): Promise<BlobContent> => {
    const made = content(bytes);
    await putTicket(await blobs.presign(made, ttl), bytes);
    return made;
  };

  return {
    harness,
    blobs,
    content,
    putTicket,
    upload,
    uploadAndKeep: async (bytes: Uint8Array) => {
      const made = await upload(bytes);
      return { made, stored: await keep(blobs, made) };
    },
    clear: async () => {
      for (const { stagedKey, storedKey } of used) {
        await blobs.remove(stagedKey);
        await blobs.remove(storedKey);
      }
      used.clear();
    },
  };
};

export type Stage = ReturnType<typeof createStage>;
