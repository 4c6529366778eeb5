import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { storedPrefix } from '../../../src/domain/model/artifact.ts';
import { keep, listed, readAll, type Stage, verified, whole } from './stage.ts';

/** The same bytes for another artifact, without an upload. */
export const copyingPromises = (stage: () => Stage): void => {
  it('copies kept bytes to where uploads of another artifact go: they are verified and kept as such', async () => {
    const bytes = randomBytes(3_000_000);
    const { made, kept } = await stage().uploadAndKeep(bytes);
    const other = stage().content(bytes);
    assert.equal(await stage().blobs.findUploaded(other), undefined);
    assert.equal(await stage().blobs.copy(made, kept, other), true);
    assert.notEqual(await stage().blobs.findUploaded(other), undefined);
    assert.deepEqual(
      await listed(stage().blobs, storedPrefix),
      [made.keptKey],
      'nothing is served of it yet',
    );
    const again = await keep(stage().blobs, other);
    assert.deepEqual(await readAll(stage().blobs, { made: other, kept: again }, whole(bytes)), bytes);
  });

  it('leaves what it copies as it was, and each is served when the other is gone', async () => {
    const bytes = randomBytes(5000);
    const { made, kept } = await stage().uploadAndKeep(bytes);
    const other = stage().content(bytes);
    await stage().blobs.copy(made, kept, other);
    const again = await keep(stage().blobs, other);
    const [seal = ''] = kept.seal.split(' ');
    assert.ok((await verified(stage().blobs, made)).mark.includes(seal), 'its seal holds');
    assert.deepEqual(await readAll(stage().blobs, { made, kept }, whole(bytes)), bytes);
    await stage().blobs.remove(made.keptKey);
    assert.deepEqual(await readAll(stage().blobs, { made: other, kept: again }, whole(bytes)), bytes);
  });

  it('copies twice with the same outcome, at once or after another', async () => {
    const bytes = randomBytes(5000);
    const { made, kept } = await stage().uploadAndKeep(bytes);
    const other = stage().content(bytes);
    const copy = () => stage().blobs.copy(made, kept, other);
    assert.deepEqual(await Promise.all([copy(), copy()]), [true, true]);
    assert.equal(await copy(), true);
    await verified(stage().blobs, other);
  });

  it('copies what was moved behind its back, if the bytes are right, and nothing that is gone or another', async () => {
    const bytes = randomBytes(5000);
    const { made, kept } = await stage().uploadAndKeep(bytes);
    await stage().harness.overwrite(made.keptKey, bytes);
    const other = stage().content(bytes);
    assert.equal(await stage().blobs.copy(made, kept, other), true);
    await verified(stage().blobs, other);
    await stage().harness.overwrite(made.keptKey, randomBytes(4999));
    const third = stage().content(bytes);
    assert.equal(await stage().blobs.copy(made, kept, third), false);
    await stage().blobs.remove(made.keptKey);
    assert.equal(await stage().blobs.copy(made, kept, third), false);
    assert.equal(await stage().blobs.findUploaded(third), undefined);
  });
};
