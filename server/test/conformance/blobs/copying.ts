import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { storedPrefix } from '../../../src/domain/model/artifact.ts';
import { keep, listed, readAll, type Stage, verified, whole } from './stage.ts';

/** The same bytes for another artifact, without an upload. */
export const copyingPromises = (stage: () => Stage): void => {
  it('copies stored bytes to the staged key of another artifact, to be verified and stored there', async () => {
    const bytes = randomBytes(3_000_000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    const other = stage().content(bytes);
    assert.equal(await stage().blobs.findUploaded(other), undefined);
    assert.equal(await stage().blobs.copy(made, stored, other), true);
    assert.notEqual(await stage().blobs.findUploaded(other), undefined);
    assert.deepEqual(
      await listed(stage().blobs, storedPrefix),
      [made.storedKey],
      'nothing is served of it yet',
    );
    const again = await keep(stage().blobs, other);
    assert.deepEqual(await readAll(stage().blobs, { made: other, stored: again }, whole(bytes)), bytes);
  });

  it('does not change the original, and each is served without the other', async () => {
    const bytes = randomBytes(5000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    const other = stage().content(bytes);
    await stage().blobs.copy(made, stored, other);
    const again = await keep(stage().blobs, other);
    const [seal = ''] = stored.seal.split(' ');
    assert.ok((await verified(stage().blobs, made)).mark.includes(seal), 'its seal holds');
    assert.deepEqual(await readAll(stage().blobs, { made, stored }, whole(bytes)), bytes);
    await stage().blobs.remove(made.storedKey);
    assert.deepEqual(await readAll(stage().blobs, { made: other, stored: again }, whole(bytes)), bytes);
  });

  it('copies twice with the same result, concurrently or in sequence', async () => {
    const bytes = randomBytes(5000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    const other = stage().content(bytes);
    const copy = () => stage().blobs.copy(made, stored, other);
    assert.deepEqual(await Promise.all([copy(), copy()]), [true, true]);
    assert.equal(await copy(), true);
    await verified(stage().blobs, other);
  });

  it('copies rewritten bytes if they are right, and nothing that is missing or different', async () => {
    const bytes = randomBytes(5000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    await stage().harness.overwrite(made.storedKey, bytes);
    const other = stage().content(bytes);
    assert.equal(await stage().blobs.copy(made, stored, other), true);
    await verified(stage().blobs, other);
    await stage().harness.overwrite(made.storedKey, randomBytes(4999));
    const third = stage().content(bytes);
    assert.equal(await stage().blobs.copy(made, stored, third), false);
    await stage().blobs.remove(made.storedKey);
    assert.equal(await stage().blobs.copy(made, stored, third), false);
    assert.equal(await stage().blobs.findUploaded(third), undefined);
  });
};
