import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { BlobContent } from '../../../src/domain/model/artifact.ts';
import type { ExtraDigests, ExtraHashes } from '../../../src/domain/model/hashes.ts';
import type { Blobs } from '../../../src/domain/ports/blobs.ts';
import { keep, type Stage, ttl } from './stage.ts';

const head = Buffer.from('before them');

/** Every kind of extra hash. */
const watch: ExtraHashes = [
  { algorithm: 'blake2b512' },
  { algorithm: 'sha512', head },
  { algorithm: 'sha512' },
];

/** The expected hashes of some bytes. */
const expectedDigests = (bytes: Uint8Array): Buffer[] => [
  createHash('blake2b512').update(bytes).digest(),
  createHash('sha512').update(head).update(bytes).digest(),
  createHash('sha512').update(bytes).digest(),
];

const assertDigests = (digests: ExtraDigests | undefined, bytes: Uint8Array, what = ''): void =>
  assert.deepEqual(digests?.map(Buffer.from), expectedDigests(bytes), what);

/** Verifies an upload and checks the extra hashes. */
const assertWatched = async (blobs: Blobs, made: BlobContent, bytes: Uint8Array): Promise<void> => {
  const found = await blobs.verify(made, watch);
  assert.ok(typeof found === 'object');
  assertDigests(found.extraDigests, bytes, `${bytes.length} bytes`);
};

/** Extra hashes of exactly the verified bytes, computed in the same read. */
export const watchingPromises = (stage: () => Stage): void => {
  it('hashes exactly the verified bytes, in order, of any size', async () => {
    for (const size of [1, 5000, 3_000_001, 9_000_001]) {
      const bytes = randomBytes(size);
      const made = await stage().upload(bytes);
      await assertWatched(stage().blobs, made, bytes);
    }
  });

  it('reads the bytes in every state: just uploaded, verified before, stored', async () => {
    const bytes = randomBytes(50_000);
    const made = await stage().upload(bytes);
    const look = () => assertWatched(stage().blobs, made, bytes);
    await look();
    await stage().blobs.verify(made);
    await look();
    await keep(stage().blobs, made);
    await look();
    assertDigests(await stage().blobs.scrub(made, watch), bytes, 'of what is kept');
  });

  it('hashes a multipart upload as a whole', async () => {
    const bytes = randomBytes(6 * 1024 * 1024);
    const made = stage().content(bytes);
    const { uploadId, partSizeBytes, urls } = await stage().blobs.presignParts(made, ttl, undefined);
    const etags: string[] = [];
    for (const [index, url] of urls.entries()) {
      const part = bytes.subarray(index * partSizeBytes, (index + 1) * partSizeBytes);
      etags.push(await stage().harness.put(url, {}, part));
    }
    await stage().blobs.completeParts(made, uploadId, etags);
    await assertWatched(stage().blobs, made, bytes);
  });

  it('works with every declared hash', async () => {
    const bytes = randomBytes(400_000);
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    const made = stage().content(bytes, { sha512 });
    await stage().putTicket(await stage().blobs.presign(made, ttl), bytes);
    await assertWatched(stage().blobs, made, bytes);
  });

  it('starts over with each object that it reads', async () => {
    const bytes = randomBytes(20_000);
    const made = await stage().upload(bytes);
    await stage().harness.overwrite(made.storedKey, randomBytes(20_000));
    await assertWatched(stage().blobs, made, bytes);
  });

  it('still detects replaced bytes', async () => {
    const bytes = randomBytes(20_000);
    const other = randomBytes(20_000);
    const made = await stage().upload(bytes);
    await stage().blobs.verify(made);
    await stage().harness.overwrite(made.stagedKey, other);
    assert.equal(await stage().blobs.verify(made, watch), 'hash-differs');
    const { made: storedContent } = await stage().uploadAndKeep(bytes);
    await stage().harness.overwrite(storedContent.storedKey, other);
    assert.equal(await stage().blobs.scrub(storedContent, watch), undefined);
    const missing = stage().content(randomBytes(10));
    assert.equal(await stage().blobs.verify(missing, watch), 'missing');
    assert.equal(await stage().blobs.scrub(missing, watch), undefined);
  });
};
