import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { stagedPrefix, storedPrefix } from '../../../src/domain/model/artifact.ts';
import { instantShape, listed, type Stage } from './stage.ts';

/** Scrubbing, listing, removing. */
export const housekeepingPromises = (stage: () => Stage): void => {
  it('scrubs: says nothing of others, nor of none', async () => {
    const { made } = await stage().uploadAndKeep(randomBytes(200_000));
    assert.deepEqual(await stage().blobs.scrub(made), []);
    await stage().harness.overwrite(made.storedKey, randomBytes(200_000));
    assert.equal(await stage().blobs.scrub(made), undefined);
    await stage().blobs.remove(made.storedKey);
    assert.equal(await stage().blobs.scrub(made), undefined);
  });

  it('lists the keys under a prefix with the moment they were written', async () => {
    const { made } = await stage().uploadAndKeep(randomBytes(100));
    const staged = [await stage().upload(randomBytes(100)), await stage().upload(randomBytes(100))];
    assert.deepEqual(await listed(stage().blobs, storedPrefix), [made.storedKey]);
    assert.deepEqual(
      await listed(stage().blobs, stagedPrefix),
      staged.map(({ stagedKey }) => stagedKey).sort(),
    );
    const own = staged[0]?.stagedKey ?? '';
    assert.deepEqual(await listed(stage().blobs, own.slice(0, own.lastIndexOf('/') + 1)), [own]);
    for await (const { writtenAt } of stage().blobs.list(stagedPrefix)) assert.match(writtenAt, instantShape);
  });

  it('removes what is there and does not mind what is not', async () => {
    const made = await stage().upload(randomBytes(100));
    await stage().blobs.remove(made.stagedKey);
    await stage().blobs.remove(made.stagedKey);
    assert.equal(await stage().blobs.findUploaded(made), undefined);
  });

  it('answers a ping', async () => {
    await stage().blobs.ping();
  });
};
