import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/model/errors.ts';
import { at, type Shared, seedApp } from './fixtures.ts';

export const domainCases = (shared: Shared): void => {
  describe('domains', () => {
    it('belong to one app', async () => {
      const store = shared();
      const [one, two] = [await seedApp(store), await seedApp(store)];
      const domain = `${one.slug}.example.org`;
      await store.transaction((tx) => tx.insertDomain({ domain, app: one.slug, createdAt: at(1) }));
      const again = store.transaction((tx) => tx.insertDomain({ domain, app: two.slug, createdAt: at(1) }));
      await assert.rejects(again, Conflict);
      assert.equal(await store.transaction((tx) => tx.deleteDomain(two.slug, domain)), false);
      assert.equal(await store.transaction((tx) => tx.deleteDomain(one.slug, domain)), true);
      assert.equal(await store.transaction((tx) => tx.deleteDomain(one.slug, domain)), false);
      assert.equal(await store.findAppByDomain(domain), undefined);
    });

    it('are listed by name', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const domains = ['b', 'a', 'a-b', 'a.b'].map((name) => `${name}.${slug}.example.org`);
      await store.transaction(async (tx) => {
        for (const domain of domains) await tx.insertDomain({ domain, app: slug, createdAt: at(1) });
      });
      const listed = (await store.listDomains(slug)).map(({ domain }) => domain);
      assert.deepEqual(listed, domains.toSorted());
    });
  });
};
