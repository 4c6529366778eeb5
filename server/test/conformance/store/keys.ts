import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, keyOf, type Shared, seedApp, unique } from './fixtures.ts';

export const keyCases = (shared: Shared): void => {
  describe('keys', () => {
    it('come back as they were put, in order of creation', async () => {
      const store = shared();
      const { slug, id: appId } = await seedApp(store);
      const keys = [
        keyOf(slug, { id: unique('key-z'), createdAt: at(9) }),
        keyOf(slug, { id: unique('key-a'), createdAt: at(9), scopes: [], expiresAt: at(60) }),
        keyOf(slug, { id: unique('key-m'), createdAt: at(1), revokedAt: at(5), lastUsedAt: at(4) }),
      ];
      for (const key of keys) await store.transaction((tx) => tx.insertKey(key));
      assert.deepEqual(await store.listKeys(slug, at(10), 'made'), keys);
      for (const key of keys)
        assert.deepEqual(await store.findKey(key.id), { ...key, appId, publishing: 'any' });
      assert.equal(await store.findKey('key_none'), undefined);
    });

    it('are counted while they live', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      assert.equal(await store.countLiveKeys(slug, at(1), 'made'), 0);
      const keys = [keyOf(slug), keyOf(slug, { expiresAt: at(60) }), keyOf(slug, { revokedAt: at(5) })];
      for (const key of keys) await store.transaction((tx) => tx.insertKey(key));
      await store.transaction((tx) => tx.insertKey(keyOf(slug, { expiresAt: at(70), revokedAt: at(6) })));
      assert.equal(await store.countLiveKeys(slug, at(59), 'made'), 2);
      assert.equal(await store.countLiveKeys(slug, at(60), 'made'), 1);
    });

    it('are listed every live one, and of the others those made last', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const first = keyOf(slug);
      await store.transaction(async (tx) => {
        await tx.insertKey(first);
        for (let count = 0; count < 1005; count++) await tx.insertKey(keyOf(slug, { revokedAt: at(5) }));
      });
      const listed = await store.listKeys(slug, at(10), 'made');
      assert.equal(listed.length, 1000);
      assert.equal(listed[0]?.id, first.id);
    });

    it('are revoked once, and the first time stays', async () => {
      const store = shared();
      const { slug, id: appId } = await seedApp(store);
      const key = keyOf(slug);
      await store.transaction((tx) => tx.insertKey(key));
      assert.equal(await store.transaction((tx) => tx.revokeKey(key.id, at(10))), true);
      assert.equal(await store.transaction((tx) => tx.revokeKey(key.id, at(11))), false);
      assert.equal(await store.transaction((tx) => tx.revokeKey('key_none', at(11))), false);
      assert.deepEqual(await store.findKey(key.id), { ...key, appId, publishing: 'any', revokedAt: at(10) });
    });

    it('remember when they were last used, many in one write, never going back', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const keys = Array.from({ length: 3 }, () => keyOf(slug));
      for (const key of keys) await store.transaction((tx) => tx.insertKey(key));
      const touch = (...seconds: number[]) =>
        store.touchKeys(new Map(seconds.map((second, i) => [keys[i]?.id ?? '', at(second)])));
      const used = async () =>
        (await store.listKeys(slug, at(10), 'made')).map(({ lastUsedAt }) => lastUsedAt);
      await touch(20, 21);
      assert.deepEqual(await used(), [at(20), at(21), undefined]);
      await touch(19, 30, 5);
      assert.deepEqual(await used(), [at(20), at(30), at(5)]);
      await store.touchKeys(new Map([['key_none', at(1)]]));
      await store.touchKeys(new Map());
      const many = Array.from({ length: 1200 }, (_, i): [string, string] => [`key_none_${i}`, at(1)]);
      await store.touchKeys(new Map([...many, [keys[2]?.id ?? '', at(40)]]));
      assert.deepEqual(await used(), [at(20), at(30), at(40)]);
    });
  });
};
