import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/model/errors.ts';
import {
  artifactOf,
  at,
  draftOf,
  type Shared,
  seedApp,
  seedDraft,
  seedPublished,
  unique,
} from './fixtures.ts';

export const artifactCases = (shared: Shared): void => {
  describe('artifacts', () => {
    it('are replaced by their id, every field of them', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a']);
      const replaced = artifactOf(release.id, 'a', {
        id: artifacts[0]?.id ?? '',
        format: '.zip',
        sizeBytes: 1,
        sha256: 'ef'.repeat(32),
        signature: undefined,
        contentType: undefined,
        uploadId: 'upload-1',
        uploadedAt: at(9),
      });
      await store.transaction((tx) => tx.putArtifact(replaced));
      assert.deepEqual((await store.findRelease(slug, release.id))?.artifacts, [replaced]);
    });

    it('get another id, and lose their upload, only while they are declared', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a', 'b']);
      const [one, two] = artifacts;
      assert.ok(one && two);
      const fresh = unique('art');
      await store.transaction(async (tx) => {
        await tx.putArtifact({ ...one, uploadId: 'upload-1', uploadedAt: at(9) });
        await tx.replaceArtifactId(one.id, fresh);
        await tx.replaceArtifactId('art_none', unique('art'));
      });
      const renewed = { ...one, id: fresh, uploadId: undefined, uploadedAt: undefined };
      assert.deepEqual((await store.findRelease(slug, release.id))?.artifacts, [renewed, two]);
      assert.deepEqual([...(await store.findArtifactStates([one.id, fresh])).keys()], [fresh]);
      const published = await seedPublished(store, draftOf(slug, '2.0.0'), ['a']);
      const served = published.artifacts[0]?.id ?? '';
      await store.transaction((tx) => tx.replaceArtifactId(served, unique('art')));
      assert.equal((await store.findReleasedArtifact(published.release.id, 'a'))?.artifact.id, served);
    });

    it('conflict when another has their target', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a', 'b']);
      await assert.rejects(
        store.transaction((tx) => tx.putArtifact(artifactOf(release.id, 'a'))),
        Conflict,
      );
      await store.transaction((tx) => tx.putArtifact(artifactOf(release.id, 'A')));
      assert.equal((await store.findRelease(slug, release.id))?.artifacts.length, 3);
    });
  });
};
