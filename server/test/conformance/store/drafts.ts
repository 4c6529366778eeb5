import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/model/errors.ts';
import { at, draftOf, publish, type Shared, seedApp, seedDraft, seedPublished } from './fixtures.ts';

export const draftCases = (shared: Shared): void => {
  describe('drafts', () => {
    it('come back as they were put, artifacts by target', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0+a_b-c'), [
        'b',
        'a',
        'B',
        'a-1',
        'a.1',
      ]);
      const whole = { ...release, artifacts: artifacts.toSorted((a, b) => (a.target < b.target ? -1 : 1)) };
      assert.deepEqual(await store.findRelease(slug, release.id), whole);
      assert.deepEqual(await store.findReleaseByVersion(slug, 'stable', release.version), whole);
      const bare = draftOf(slug, '1.1.0');
      await seedDraft(store, bare);
      assert.deepEqual(await store.findRelease(slug, bare.id), { ...bare, artifacts: [] });
    });

    it('are not found in another app, nor under another channel or version', async () => {
      const store = shared();
      const [{ slug }, other] = [await seedApp(store), await seedApp(store)];
      const { release } = await seedDraft(store, draftOf(slug, '1.0.0'));
      assert.equal(await store.findRelease(other.slug, release.id), undefined);
      assert.equal(await store.findRelease(slug, 'rel_none'), undefined);
      assert.equal(await store.findReleaseByVersion(other.slug, 'stable', '1.0.0'), undefined);
      assert.equal(await store.findReleaseByVersion(slug, 'beta', '1.0.0'), undefined);
      assert.equal(await store.findReleaseByVersion(slug, 'stable', '1.0'), undefined);
    });

    it('are found by any of several versions, of their app and channel alone', async () => {
      const store = shared();
      const [{ slug }, other] = [await seedApp(store, ['stable', 'beta']), await seedApp(store)];
      for (const version of ['1.0.0', 'v1.0.0', '2.0.0']) await seedDraft(store, draftOf(slug, version));
      await seedDraft(store, { ...draftOf(slug, 'V1.0.0'), channel: 'beta' });
      await seedDraft(store, draftOf(other.slug, 'V1.0.0'));
      const versionsOf = async (...versions: string[]) =>
        (await store.listByVersions(slug, 'stable', versions)).map(({ version }) => version).sort();
      assert.deepEqual(await versionsOf('1.0.0', 'v1.0.0', 'V1.0.0'), ['1.0.0', 'v1.0.0']);
      assert.deepEqual(await versionsOf('2.0.0'), ['2.0.0']);
      assert.deepEqual(await versionsOf('3.0.0', '1.0'), []);
      assert.deepEqual(await versionsOf(), []);
    });

    it('conflict on channel and version of an app, and nowhere else', async () => {
      const store = shared();
      const [{ slug }, other] = [await seedApp(store, ['stable', 'beta']), await seedApp(store)];
      await seedDraft(store, draftOf(slug, '1.0.0'));
      await assert.rejects(seedDraft(store, draftOf(slug, '1.0.0')), Conflict);
      await seedDraft(store, draftOf(slug, '1.0.0', { channel: 'beta' }));
      await seedDraft(store, draftOf(other.slug, '1.0.0'));
    });

    it('are touched, which raises the revision, only while they are drafts', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedDraft(store, draftOf(slug, '1.0.0'));
      assert.equal(await store.transaction((tx) => tx.touchDraft(release.id, at(30))), true);
      assert.equal(await store.transaction((tx) => tx.touchDraft(release.id, at(31))), true);
      const touched = { ...release, revision: 2, touchedAt: at(31) };
      assert.deepEqual(await store.findRelease(slug, release.id), { ...touched, artifacts: [] });
      assert.equal(await publish(store, touched), true);
      assert.equal(await store.transaction((tx) => tx.touchDraft(release.id, at(32))), false);
      assert.equal(await store.transaction((tx) => tx.touchDraft('rel_none', at(32))), false);
    });

    it('take new notes', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedDraft(store, draftOf(slug, '1.0.0'));
      const notes = 'ö'.repeat(32 * 1024);
      await store.transaction((tx) => tx.updateNotes(release.id, notes));
      assert.deepEqual(await store.findRelease(slug, release.id), { ...release, notes, artifacts: [] });
    });

    it('are deleted with their artifacts, only while they are drafts', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['a', 'b']);
      assert.equal(await store.transaction((tx) => tx.deleteDraft(release.id)), true);
      assert.equal(await store.transaction((tx) => tx.deleteDraft(release.id)), false);
      assert.equal(await store.findRelease(slug, release.id), undefined);
      assert.equal((await store.findArtifactStates(artifacts.map(({ id }) => id))).size, 0);
      const published = await seedPublished(store, draftOf(slug, '1.0.0'));
      assert.equal(await store.transaction((tx) => tx.deleteDraft(published.release.id)), false);
    });
  });
};
