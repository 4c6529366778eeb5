import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/nouns/errors.ts';
import { at, keyOf, readAll, type Shared, seedApp, unique } from './fixtures.ts';

const channelCases = (shared: Shared): void => {
  describe('channels', () => {
    it('are found, listed by name, switched, and exist once', async () => {
      const store = shared();
      const { slug } = await seedApp(store, ['stable', 'Beta', 'alpha', 'alpha.2', 'alpha_1', 'alpha-1']);
      const names = (await store.listChannels(slug)).map(({ name }) => name);
      assert.deepEqual(names, ['Beta', 'alpha', 'alpha-1', 'alpha.2', 'alpha_1', 'stable']);
      const channel = { app: slug, name: 'Beta', active: true, createdAt: at(0) };
      assert.deepEqual(await store.findChannel(slug, 'Beta'), channel);
      assert.equal(await store.findChannel(slug, 'beta'), undefined);
      await assert.rejects(
        store.transaction((tx) => tx.insertChannel(channel)),
        Conflict,
      );
      await store.transaction((tx) => tx.updateChannel(slug, 'Beta', false));
      assert.deepEqual(await store.findChannel(slug, 'Beta'), { ...channel, active: false });
      assert.equal((await store.findChannel(slug, 'alpha'))?.active, true);
    });
  });
};

const keyCases = (shared: Shared): void => {
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
      assert.deepEqual(await store.listKeys(slug, at(10)), keys);
      for (const key of keys) assert.deepEqual(await store.findKey(key.id), { ...key, appId });
      assert.equal(await store.findKey('key_none'), undefined);
    });

    it('are counted while they live', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      assert.equal(await store.countLiveKeys(slug, at(1)), 0);
      const keys = [keyOf(slug), keyOf(slug, { expiresAt: at(60) }), keyOf(slug, { revokedAt: at(5) })];
      for (const key of keys) await store.transaction((tx) => tx.insertKey(key));
      await store.transaction((tx) => tx.insertKey(keyOf(slug, { expiresAt: at(70), revokedAt: at(6) })));
      assert.equal(await store.countLiveKeys(slug, at(59)), 2);
      assert.equal(await store.countLiveKeys(slug, at(60)), 1);
    });

    it('are listed every live one, and of the others those made last', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const first = keyOf(slug);
      await store.transaction(async (tx) => {
        await tx.insertKey(first);
        for (let count = 0; count < 1005; count++) await tx.insertKey(keyOf(slug, { revokedAt: at(5) }));
      });
      const listed = await store.listKeys(slug, at(10));
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
      assert.deepEqual(await store.findKey(key.id), { ...key, appId, revokedAt: at(10) });
    });

    it('remember when they were last used, many in one write, never going back', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const keys = Array.from({ length: 3 }, () => keyOf(slug));
      for (const key of keys) await store.transaction((tx) => tx.insertKey(key));
      const touch = (...seconds: number[]) =>
        store.touchKeys(new Map(seconds.map((second, i) => [keys[i]?.id ?? '', at(second)])));
      const used = async () => (await store.listKeys(slug, at(10))).map(({ lastUsedAt }) => lastUsedAt);
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

const auditCases = (shared: Shared): void => {
  describe('the audit log', () => {
    it('is listed newest first, in pages without gaps or repeats, each app its own', async () => {
      const store = shared();
      // Two apps that had one slug after the other.
      const app = unique('app');
      const [one, two] = [unique('app-id'), unique('app-id')];
      for (let i = 0; i < 7; i++)
        for (const appId of [one, two])
          await store.transaction((tx) =>
            tx.recordEvent({
              app,
              appId,
              at: at(9),
              actor: 'admin',
              subject: `s${i}`,
              ...(i % 2
                ? { action: 'key.create', detail: { name: `“${i}” zwei`, scopes: ['read', 'publish'] } }
                : { action: 'app.delete' }),
            }),
          );
      const { items, pages } = await readAll((page) => store.listAudit(one, page), 3);
      assert.equal(pages, 3);
      assert.deepEqual(
        items.map(({ subject }) => subject),
        ['s6', 's5', 's4', 's3', 's2', 's1', 's0'],
      );
      assert.ok(items.every(({ appId }) => appId === one));
      assert.ok(
        items.every(({ id }, i) => i === 0 || id < (items[i - 1]?.id ?? 0)),
        'ids grow',
      );
      assert.deepEqual(items[1]?.detail, { name: '“5” zwei', scopes: ['read', 'publish'] });
      assert.equal(items[0]?.detail, undefined);
      assert.equal(
        (await store.listAudit(one, { limit: 7 })).next,
        undefined,
        'a full last page is the last',
      );
      const pending = store.listAudit(one, { limit: 3, cursor: 'nonsense' });
      await assert.rejects(pending, { code: 'invalid-cursor' });
    });
  });
};

const settingCases = (shared: Shared): void => {
  describe('settings', () => {
    it('keep the first value that was claimed until it is replaced', async () => {
      const store = shared();
      const name = unique('setting');
      assert.equal(await store.findSetting(name), undefined);
      assert.equal(await store.transaction((tx) => tx.claimSetting(name, 'first')), 'first');
      assert.equal(await store.transaction((tx) => tx.claimSetting(name, 'second')), 'first');
      assert.equal(await store.findSetting(name), 'first');
      await store.transaction((tx) => tx.replaceSetting(name, 'third'));
      assert.equal(await store.findSetting(name), 'third');
      const other = unique('setting');
      await store.transaction((tx) => tx.replaceSetting(other, 'new'));
      assert.equal(await store.findSetting(other), 'new');
    });

    it('agree on one value when many claim at once', async () => {
      const store = shared();
      const name = unique('setting');
      const claims = Array.from({ length: 8 }, (_, i) =>
        store.transaction((tx) => tx.claimSetting(name, `value ${i}`)),
      );
      assert.equal(new Set(await Promise.all(claims)).size, 1);
    });
  });
};

/** What an app has beside its releases, and what the service keeps for itself. */
export const partCases = (shared: Shared): void => {
  channelCases(shared);
  keyCases(shared);
  auditCases(shared);
  settingCases(shared);
};
