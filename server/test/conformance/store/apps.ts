import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/model/errors.ts';
import {
  appNamed,
  at,
  draftOf,
  keyOf,
  readAll,
  type Shared,
  seedApp,
  seedDraft,
  seedPublished,
  unique,
} from './fixtures.ts';

export const appCases = (shared: Shared): void => {
  describe('apps', () => {
    it('are found by slug, public slug and domain, unchanged', async () => {
      const store = shared();
      const slug = unique('app');
      const app = appNamed(slug, { allowanceBytes: 2 ** 52 + 1, name: "O'Neill 🚢" });
      const domain = { domain: `${slug}.example.com`, app: slug, createdAt: at(7) };
      await store.transaction(async (tx) => {
        await tx.insertApp(app);
        await tx.insertDomain(domain);
      });
      assert.deepEqual(await store.findApp(slug), app);
      assert.deepEqual(await store.findAppByPublicSlug(app.publicSlug), app);
      assert.deepEqual(await store.findAppByDomain(domain.domain), app);
      assert.deepEqual(await store.listDomains(slug), [domain]);
    });

    it('are undefined if missing', async () => {
      const store = shared();
      assert.equal(await store.findApp('nobody'), undefined);
      assert.equal(await store.findAppByPublicSlug('nobody'), undefined);
      assert.equal(await store.findAppByDomain('nobody.example.com'), undefined);
      assert.deepEqual(await store.listDomains('nobody'), []);
      assert.equal(await store.transaction((tx) => tx.lockApp('nobody')), undefined);
    });

    it('conflict on slug and on public slug', async () => {
      const store = shared();
      const { slug, publicSlug } = await seedApp(store);
      const twice = (app: Parameters<typeof appNamed>[1]) =>
        store.transaction((tx) => tx.insertApp(appNamed(unique('app'), app)));
      await assert.rejects(twice({ slug }), Conflict);
      await assert.rejects(twice({ publicSlug }), Conflict);
    });

    it('change only the fields in the update, and an allowance can be removed', async () => {
      const store = shared();
      const app = await seedApp(store);
      await store.transaction((tx) => tx.updateApp(app.slug, { allowanceBytes: 10 }));
      assert.deepEqual(await store.findApp(app.slug), { ...app, allowanceBytes: 10 });
      await store.transaction((tx) => tx.updateApp(app.slug, { name: 'New', adapter: 'rest' }));
      const changed = { ...app, name: 'New', adapter: 'rest', allowanceBytes: 10 };
      assert.deepEqual(await store.findApp(app.slug), changed);
      await store.transaction((tx) => tx.updateApp(app.slug, {}));
      assert.deepEqual(await store.findApp(app.slug), changed);
      await store.transaction((tx) => tx.updateApp(app.slug, { allowanceBytes: undefined }));
      assert.deepEqual(await store.findApp(app.slug), { ...changed, allowanceBytes: undefined });
      const settings = {
        extras: true,
        checkCaching: 'private',
        signatures: 'require',
        signedVersion: 'require',
        page: false,
        delivery: 'cached',
      } as const;
      await store.transaction((tx) => tx.updateApp(app.slug, settings));
      assert.deepEqual(await store.findApp(app.slug), { ...changed, allowanceBytes: undefined, ...settings });
    });

    it('are deleted with channels, keys, domains and drafts, but not their audit log', async () => {
      const store = shared();
      const { slug, id } = await seedApp(store, ['stable', 'beta']);
      const { release, artifacts } = await seedDraft(store, draftOf(slug, '1.0.0'), ['linux-x86_64']);
      const key = keyOf(slug);
      await store.transaction(async (tx) => {
        await tx.insertKey(key);
        await tx.beginPartialDays(slug, '2026-01-31');
        await tx.insertDomain({ domain: `${slug}.example.com`, app: slug, createdAt: at(7) });
        await tx.recordEvent({
          app: slug,
          appId: id,
          at: at(8),
          actor: 'admin',
          action: 'app.delete',
          subject: slug,
        });
      });
      await store.transaction((tx) => tx.deleteApp(slug));
      assert.equal(await store.findApp(slug), undefined);
      assert.deepEqual(await store.listChannels(slug), []);
      assert.equal(await store.findKey(key.id), undefined);
      assert.equal(await store.findAppByDomain(`${slug}.example.com`), undefined);
      assert.equal(await store.findRelease(slug, release.id), undefined);
      assert.deepEqual(await store.listPartialDays(slug, { from: '2026-01-01', to: '2026-12-31' }), []);
      assert.equal((await store.findArtifactStates(artifacts.map(({ id }) => id))).size, 0);
      assert.equal((await store.listAudit(id, { limit: 10 })).items.length, 1);
      const next = appNamed(slug);
      await store.transaction((tx) => tx.insertApp(next));
      assert.deepEqual(
        (await store.listAudit(next.id, { limit: 10 })).items,
        [],
        'who takes the slug has none of it',
      );
    });

    it('with a published release are never deleted', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedPublished(store, draftOf(slug, '1.0.0'), ['linux-x86_64']);
      await assert.rejects(store.transaction((tx) => tx.deleteApp(slug)));
      assert.equal((await store.findRelease(slug, release.id))?.state, 'published');
      assert.equal((await store.listChannels(slug)).length, 1);
    });

    it('are listed by slug, byte by byte, in pages without gaps or repeats', async () => {
      const store = shared();
      const prefix = unique('page');
      const slugs = ['-b', '-a', '0', '9', 'a', 'a-b', 'a0', 'z', 'b'].map((end) => `${prefix}${end}`);
      for (const slug of slugs) await store.transaction((tx) => tx.insertApp(appNamed(slug)));
      const { items } = await readAll((page) => store.listApps(page), 2);
      const listed = items.map(({ slug }) => slug);
      assert.deepEqual(listed, listed.toSorted(), 'in order');
      assert.equal(new Set(listed).size, listed.length, 'no repeats');
      assert.deepEqual(
        listed.filter((slug) => slug.startsWith(prefix)),
        slugs.toSorted(),
        'no gaps',
      );
    });

    it('reject a cursor that the store did not create', async () => {
      const store = shared();
      for (const cursor of [
        '',
        'nonsense',
        '%',
        ...['releases:3', 'apps:\0', 'apps:a\0b', 'memory:\0'].map((text) =>
          Buffer.from(text).toString('base64url'),
        ),
      ])
        await assert.rejects(store.listApps({ limit: 2, cursor }), { code: 'invalid-cursor' }, cursor);
    });
  });
};
