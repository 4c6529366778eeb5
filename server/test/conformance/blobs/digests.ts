import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { Digests } from '../../../src/domain/model/artifact-facts.ts';
import { keep, readAll, type Stage, ttl, verified, whole } from './stage.ts';

const digestsOf = (bytes: Uint8Array): Required<Digests> => ({
  sha512: createHash('sha512').update(bytes).digest('base64'),
  sha1: createHash('sha1').update(bytes).digest('hex'),
});

/** Declared hashes besides SHA-256 are verified. */
export const digestPromises = (stage: () => Stage): void => {
  it('verifies every declared hash and stores the bytes', async () => {
    const bytes = randomBytes(400_000);
    const made = stage().content(bytes, digestsOf(bytes));
    await stage().putTicket(await stage().blobs.presign(made, ttl), bytes);
    const stored = await keep(stage().blobs, made);
    assert.deepEqual(await readAll(stage().blobs, { made, stored }, whole(bytes)), bytes);
    await verified(stage().blobs, made);
  });

  it('reports which hash differs, wherever the bytes came from', async () => {
    const bytes = randomBytes(5000);
    const [right, wrong] = [digestsOf(bytes), digestsOf(randomBytes(10))];
    for (const [digests, fault] of [
      [{ sha512: wrong.sha512 }, 'sha512-differs'],
      [{ sha1: wrong.sha1 }, 'sha1-differs'],
      [{ ...right, sha1: wrong.sha1 }, 'sha1-differs'],
    ] as const) {
      const made = stage().content(bytes, digests);
      await stage().harness.overwrite(made.stagedKey, bytes);
      assert.equal(await stage().blobs.verify(made), fault);
      assert.ok(typeof (await stage().blobs.verify({ ...made, digests: right })) === 'object');
    }
  });

  it('never verifies an upload with another hash, whether or not it accepts the upload', async () => {
    const bytes = randomBytes(5000);
    const made = stage().content(bytes, { sha512: digestsOf(randomBytes(10)).sha512 });
    const ticket = await stage().blobs.presign(made, ttl);
    const taken = await stage()
      .putTicket(ticket, bytes)
      .then(
        () => true,
        () => false,
      );
    assert.equal(await stage().blobs.verify(made), taken ? 'sha512-differs' : 'missing');
  });

  it('verifies an upload from before the hash was declared', async () => {
    const bytes = randomBytes(5000);
    const made = await stage().upload(bytes);
    await verified(stage().blobs, { ...made, digests: digestsOf(bytes) });
    const wrong = { ...made, digests: { sha1: digestsOf(randomBytes(10)).sha1 } };
    assert.equal(await stage().blobs.verify(wrong), 'sha1-differs');
  });
};
