import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMaintenance } from '../../../src/domain/maintenance/collect-garbage.ts';
import { type BlobContent, blobContentOf } from '../../../src/domain/model/artifact.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { bytes, day, setUp, sha256 } from './stored-world.ts';

describe('housekeeping', () => {
  test('staged bytes of a draft stay for seven days of idleness and no longer', async () => {
    const { blobs, draft, pass, housekeeping } = await setUp();
    blobs.overwrite(blobContentOf(await draft('1')).stagedKey, bytes);
    pass(6 * day);
    assert.equal(await housekeeping.removeStaleUploads(), 0);
    pass(2 * day);
    assert.equal(await housekeeping.removeStaleUploads(), 1);
    assert.deepEqual(blobs.holds(), []);
  });

  test('staged bytes that were overtaken by a publish go after a day', async () => {
    const { blobs, draft, publish, pass, housekeeping } = await setUp();
    const artifact = await draft('1');
    blobs.overwrite(blobContentOf(artifact).stagedKey, bytes);
    await publish(artifact);
    assert.equal(await housekeeping.removeStaleUploads(), 0);
    pass(2 * day);
    assert.equal(await housekeeping.removeStaleUploads(), 1);
  });

  test('bytes that a broken-off publish has moved stay as long as its draft is not idle', async () => {
    const { blobs, draft, pass, housekeeping } = await setUp();
    blobs.overwrite(blobContentOf(await draft('1')).storedKey, bytes);
    pass(6 * day);
    assert.equal(await housekeeping.removeOrphans(), 0);
    pass(2 * day);
    assert.equal(await housekeeping.removeOrphans(), 1);
  });

  test('bytes of a pruned artifact go at once, those of an active one never', async () => {
    const { store, blobs, draft, publish, pass, housekeeping } = await setUp();
    const [active, pruned] = [await draft('1'), await draft('2')];
    for (const artifact of [active, pruned]) {
      blobs.overwrite(blobContentOf(artifact).storedKey, bytes);
      await publish(artifact);
    }
    await store.transaction((tx) => tx.pruneArtifact(pruned.id));
    assert.equal(await housekeeping.removeOrphans(), 1);
    pass(400 * day);
    assert.equal(await housekeeping.removeOrphans(), 0);
    assert.deepEqual(blobs.holds(), [blobContentOf(active).storedKey]);
  });

  test('bytes that the database does not know go after thirty days, if it knows others there', async () => {
    const { blobs, draft, publish, pass, housekeeping } = await setUp();
    const unknown = blobContentOf({
      id: 'art_unknown',
      sizeBytes: bytes.length,
      sha256,
      contentType: undefined,
    });
    blobs.overwrite(unknown.storedKey, bytes);
    pass(29 * day);
    const active = await draft('1');
    blobs.overwrite(blobContentOf(active).storedKey, bytes);
    await publish(active);
    assert.equal(await housekeeping.removeOrphans(), 0);
    pass(2 * day);
    assert.equal(await housekeeping.removeOrphans(), 1);
    assert.deepEqual(blobs.holds(), [blobContentOf(active).storedKey]);
  });

  test('bytes that a broken-off publish has moved go when others of the same artifact were published', async () => {
    const { store, blobs, draft, publish, pass, housekeeping } = await setUp();
    const before = await draft('1');
    const after = { ...before, sha256: 'ab'.repeat(32) };
    await store.transaction((tx) => tx.putArtifact(after));
    await publish(after);
    for (const artifact of [before, after]) blobs.overwrite(blobContentOf(artifact).storedKey, bytes);
    assert.equal(await housekeeping.removeOrphans(), 0, 'a publish may still be under way');
    pass(2 * day);
    assert.equal(await housekeeping.removeOrphans(), 1);
    assert.deepEqual(blobs.holds(), [blobContentOf(after).storedKey]);
  });

  test('what others keep in the same bucket is never removed', async () => {
    const { blobs, draft, publish, pass, housekeeping } = await setUp();
    const active = await draft('1');
    await publish(active);
    const own = blobContentOf(active);
    const near = [own.stagedKey, own.storedKey].flatMap((key) => [
      `${key}.bak`,
      `${key}/x`,
      key.replace('/art_', '/'),
    ]);
    const foreign = ['staged/photo.png', 'staged/a/b', 'kept/a/b', 'kept/art_x/notes.txt', ...near];
    for (const key of [own.storedKey, ...foreign]) blobs.overwrite(key, bytes);
    pass(400 * day);
    assert.equal(await housekeeping.removeStaleUploads(), 0);
    assert.equal(await housekeeping.removeOrphans(), 0);
    assert.deepEqual(blobs.holds().toSorted(), [own.storedKey, ...foreign].toSorted());
  });

  test('an upload in parts is swept a day after its draft was worked on, not a day after it was begun', async () => {
    const { store, blobs, clock, draft, pass, housekeeping } = await setUp();
    const artifact = await draft('1');
    await blobs.presignParts(blobContentOf(artifact), 900, undefined);
    pass(2 * day);
    await store.transaction((tx) => tx.touchDraft(artifact.releaseId, clock.now()));
    assert.equal(await housekeeping.sweepLeftovers(), 0);
    pass(2 * day);
    assert.equal(await housekeeping.sweepLeftovers(), 1);
  });

  test('a database that knows nothing of a storage removes nothing from it', async () => {
    const { blobs, pass, housekeeping } = await setUp();
    const foreign = blobContentOf({
      id: 'art_foreign',
      sizeBytes: bytes.length,
      sha256,
      contentType: undefined,
    });
    blobs.overwrite(foreign.storedKey, bytes);
    pass(400 * day);
    assert.equal(await housekeeping.removeOrphans(), 0);
    assert.deepEqual(blobs.holds(), [foreign.storedKey]);
  });

  test('reading kept bytes through finds what is damaged, and not what was pruned meanwhile', async () => {
    const { store, blobs, draft, publish, clock } = await setUp();
    const [whole, damaged, pruned] = [await draft('1'), await draft('2'), await draft('3')];
    for (const artifact of [whole, damaged, pruned]) {
      blobs.overwrite(blobContentOf(artifact).storedKey, bytes);
      await publish(artifact);
    }
    await blobs.remove(blobContentOf(damaged).storedKey);
    const pruning = async (content: BlobContent) => {
      if (content.storedKey === blobContentOf(pruned).storedKey) {
        await store.transaction((tx) => tx.pruneArtifact(pruned.id));
        await blobs.remove(content.storedKey);
      }
      return blobs.scrub(content);
    };
    const housekeeping = createMaintenance({
      store,
      blobs: { ...blobs, scrub: pruning },
      clock,
      ids: randomIds,
    });
    assert.deepEqual(await housekeeping.scrub('', 10), { damaged: [damaged.id], next: undefined });
  });
});
