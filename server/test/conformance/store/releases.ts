import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/nouns/errors.ts';
import type { Release } from '../../../src/domain/nouns/release.ts';
import {
  artifactOf,
  at,
  draftOf,
  publish,
  readAll,
  type Shared,
  seedApp,
  seedDraft,
  seedPublished,
  unique,
  versionsOf,
} from './fixtures.ts';

const draftCases = (shared: Shared): void => {
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

const artifactCases = (shared: Shared): void => {
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
        await tx.renewArtifact(one.id, fresh);
        await tx.renewArtifact('art_none', unique('art'));
      });
      const renewed = { ...one, id: fresh, uploadId: undefined, uploadedAt: undefined };
      assert.deepEqual((await store.findRelease(slug, release.id))?.artifacts, [renewed, two]);
      assert.deepEqual([...(await store.findArtifactStates([one.id, fresh])).keys()], [fresh]);
      const published = await seedPublished(store, draftOf(slug, '2.0.0'), ['a']);
      const served = published.artifacts[0]?.id ?? '';
      await store.transaction((tx) => tx.renewArtifact(served, unique('art')));
      assert.equal((await store.findPlaced(published.release.id, 'a'))?.artifact.id, served);
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

const listCases = (shared: Shared): void => {
  describe('releases', () => {
    it('are listed newest creation first, in pages without gaps or repeats', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const versions = Array.from({ length: 11 }, (_, i) => `1.${i}.0`);
      for (const version of versions) await seedDraft(store, draftOf(slug, version), ['a', 'b']);
      await seedDraft(store, draftOf((await seedApp(store)).slug, '9.0.0'));
      for (const limit of [1, 3, 10, 11, 12]) {
        const { items, pages } = await readAll((page) => store.listReleases(slug, page), limit);
        assert.deepEqual(versionsOf(items), versions.toReversed());
        assert.equal(pages, Math.ceil(versions.length / limit));
        assert.ok(items.every(({ artifacts }) => artifacts.length === 2));
      }
    });

    it('are paged on where the page ended, though drafts come and go meanwhile', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const drafts: { release: Release }[] = [];
      for (let i = 0; i < 6; i++) drafts.push(await seedDraft(store, draftOf(slug, `1.${i}.0`)));
      const first = await store.listReleases(slug, { limit: 3 });
      assert.deepEqual(versionsOf(first.items), ['1.5.0', '1.4.0', '1.3.0']);
      await store.transaction((tx) => tx.deleteDraft(drafts[3]?.release.id ?? ''));
      await seedDraft(store, draftOf(slug, '2.0.0'));
      const second = await store.listReleases(slug, { limit: 3, cursor: first.next });
      assert.deepEqual(versionsOf(second.items), ['1.2.0', '1.1.0', '1.0.0']);
      assert.equal(second.next, undefined);
    });

    it('are counted while they are drafts', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      assert.equal(await store.countDrafts(slug), 0);
      await seedDraft(store, draftOf(slug, '1.0.0'));
      await seedPublished(store, draftOf(slug, '1.1.0'));
      await seedDraft(store, draftOf((await seedApp(store)).slug, '1.2.0'));
      assert.equal(await store.countDrafts(slug), 1);
    });

    it('are filtered by channel and state', async () => {
      const store = shared();
      const { slug } = await seedApp(store, ['stable', 'beta']);
      await seedDraft(store, draftOf(slug, '1.0.0'));
      await seedPublished(store, draftOf(slug, '1.1.0'));
      await seedDraft(store, draftOf(slug, '1.2.0', { channel: 'beta' }));
      await seedPublished(store, draftOf(slug, '1.3.0', { channel: 'beta' }));
      const list = async (filter: { channel?: string; state?: 'draft' | 'published' | 'withdrawn' }) =>
        versionsOf((await store.listReleases(slug, { limit: 10, ...filter })).items);
      assert.deepEqual(await list({}), ['1.3.0', '1.2.0', '1.1.0', '1.0.0']);
      assert.deepEqual(await list({ channel: 'beta' }), ['1.3.0', '1.2.0']);
      assert.deepEqual(await list({ state: 'draft' }), ['1.2.0', '1.0.0']);
      assert.deepEqual(await list({ channel: 'stable', state: 'published' }), ['1.1.0']);
      assert.deepEqual(await list({ state: 'withdrawn' }), []);
      assert.deepEqual(await list({ channel: 'none' }), []);
    });

    it('refuse a cursor that the store did not make', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      for (const version of ['1', '2', '3']) await seedDraft(store, draftOf(slug, version));
      for (const cursor of [
        '',
        'nonsense',
        Buffer.from('releases:1e9').toString('base64url'),
        Buffer.from('releases:1\0').toString('base64url'),
      ])
        await assert.rejects(
          store.listReleases(slug, { limit: 2, cursor }),
          { code: 'invalid-cursor' },
          cursor,
        );
    });
  });
};

/** Releases and artifacts before they are published. */
export const releaseCases = (shared: Shared): void => {
  draftCases(shared);
  artifactCases(shared);
  listCases(shared);
};
