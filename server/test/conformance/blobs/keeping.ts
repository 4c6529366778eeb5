import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { stagedPrefix, storedPrefix } from '../../../src/domain/model/artifact.ts';
import {
  incomplete,
  instantShape,
  keep,
  listed,
  readAll,
  type Stage,
  ttl,
  verified,
  whole,
} from './stage.ts';

/** Verifying uploads and moving them to their final keys. */
export const keepingPromises = (stage: () => Stage): void => {
  it('reports faults: missing, different size, different hash', async () => {
    const made = stage().content(randomBytes(5000));
    assert.equal(await stage().blobs.verify(made), 'missing');
    await stage().harness.overwrite(made.stagedKey, randomBytes(4999));
    assert.equal(await stage().blobs.verify(made), 'size-differs');
    assert.equal(await stage().blobs.findUploaded(made), undefined, 'another size is no upload');
    await stage().harness.overwrite(made.stagedKey, randomBytes(5000));
    assert.equal(await stage().blobs.verify(made), 'hash-differs');
  });

  it('moves verified bytes from the staged to the stored key', async () => {
    const bytes = randomBytes(3_000_000);
    const made = await stage().upload(bytes);
    const proof = await verified(stage().blobs, made);
    assert.match(proof.uploadedAt, instantShape);
    const stored = await stage().blobs.keep(made, proof);
    assert.equal(stored.store, stage().blobs.name);
    assert.deepEqual(await listed(stage().blobs, stagedPrefix), []);
    assert.deepEqual(await listed(stage().blobs, storedPrefix), [made.storedKey]);
    assert.deepEqual(await readAll(stage().blobs, { made, stored }, whole(bytes)), bytes);
  });

  it('stores twice with the same result, concurrently or in sequence', async () => {
    const bytes = randomBytes(5000);
    const made = await stage().upload(bytes);
    const proof = await verified(stage().blobs, made);
    const stored = await Promise.all([stage().blobs.keep(made, proof), stage().blobs.keep(made, proof)]);
    stored.push(await stage().blobs.keep(made, proof));
    for (const one of stored)
      assert.deepEqual(await readAll(stage().blobs, { made, stored: one }, whole(bytes)), bytes);
  });

  it('resumes after an interruption: stored bytes are found, whatever is staged', async () => {
    const bytes = randomBytes(5000);
    const { made } = await stage().uploadAndKeep(bytes);
    assert.match((await stage().blobs.findUploaded(made)) ?? '', instantShape);
    const stored = await keep(stage().blobs, made);
    assert.deepEqual(await readAll(stage().blobs, { made, stored }, whole(bytes)), bytes);
    await stage().harness.overwrite(made.stagedKey, randomBytes(5000));
    const again = await keep(stage().blobs, made);
    assert.deepEqual(await readAll(stage().blobs, { made, stored: again }, whole(bytes)), bytes);
  });

  it('does not store bytes that changed after verification', async () => {
    const made = await stage().upload(randomBytes(5000));
    const proof = await verified(stage().blobs, made);
    await stage().harness.overwrite(made.stagedKey, randomBytes(5000));
    await assert.rejects(stage().blobs.keep(made, proof), incomplete);
    assert.deepEqual(await listed(stage().blobs, storedPrefix), []);
  });

  it('serves the stored bytes, whatever a still valid upload URL writes', async () => {
    const bytes = randomBytes(5000);
    const made = stage().content(bytes);
    const ticket = await stage().blobs.presign(made, ttl);
    await stage().putTicket(ticket, bytes);
    const stored = await keep(stage().blobs, made);
    await stage()
      .putTicket(ticket, randomBytes(5000))
      .catch(() => {});
    assert.deepEqual(await readAll(stage().blobs, { made, stored }, whole(bytes)), bytes);
  });
};
