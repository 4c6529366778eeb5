import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Release } from '../../../src/domain/model/release.ts';
import { artifactCases } from './artifacts.ts';
import { draftCases } from './drafts.ts';
import { draftOf, readAll, type Shared, seedApp, seedDraft, seedPublished, versionsOf } from './fixtures.ts';

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

    it('are found by a part of their version, taken as it is', async () => {
      const store = shared();
      const { slug } = await seedApp(store, ['stable']);
      for (const version of ['1.0.0', '1.10.0-Beta.1', '2.1.0', '3.0.0_a'])
        await seedDraft(store, draftOf(slug, version));
      const list = async (version: string) =>
        versionsOf((await store.listReleases(slug, { limit: 10, version })).items);
      assert.deepEqual(await list('1.0'), ['2.1.0', '1.0.0']);
      assert.deepEqual(await list('beta'), ['1.10.0-Beta.1']);
      assert.deepEqual(await list('%'), []);
      assert.deepEqual(await list('_'), ['3.0.0_a']);
      assert.deepEqual(await list('!'), []);
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
