import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict } from '../../../src/domain/model/errors.ts';
import { auditCases } from './audit.ts';
import { at, type Shared, seedApp, unique } from './fixtures.ts';
import { keyCases } from './keys.ts';

const channelCases = (shared: Shared): void => {
  describe('channels', () => {
    it('are found, listed by name, switched, and exist once', async () => {
      const store = shared();
      const { slug } = await seedApp(store, ['stable', 'Beta', 'alpha', 'alpha.2', 'alpha_1', 'alpha-1']);
      const names = (await store.listChannels(slug)).map(({ name }) => name);
      assert.deepEqual(names, ['Beta', 'alpha', 'alpha-1', 'alpha.2', 'alpha_1', 'stable']);
      const channel = { app: slug, name: 'Beta', active: true, alsoOffers: undefined, createdAt: at(0) };
      assert.deepEqual(await store.findChannel(slug, 'Beta'), channel);
      assert.equal(await store.findChannel(slug, 'beta'), undefined);
      await assert.rejects(
        store.transaction((tx) => tx.insertChannel(channel)),
        Conflict,
      );
      await store.transaction((tx) => tx.updateChannel({ ...channel, active: false }));
      assert.deepEqual(await store.findChannel(slug, 'Beta'), { ...channel, active: false });
      const also = { ...channel, alsoOffers: 'stable' };
      await store.transaction((tx) => tx.updateChannel(also));
      assert.deepEqual(await store.findChannel(slug, 'Beta'), also);
      assert.equal((await store.findChannel(slug, 'stable'))?.alsoOffers, undefined);
      await store.transaction((tx) => tx.updateChannel(channel));
      assert.deepEqual(await store.findChannel(slug, 'Beta'), channel);
      assert.equal((await store.findChannel(slug, 'alpha'))?.active, true);
    });
  });
};

const settingCases = (shared: Shared): void => {
  describe('settings', () => {
    it('are raised, never lowered, by several at once too', async () => {
      const store = shared();
      const name = unique('level');
      await Promise.all([9, 10, 2].map((level) => store.transaction((tx) => tx.raiseSetting(name, level))));
      assert.equal(await store.findSetting(name), '10');
      await store.transaction((tx) => tx.raiseSetting(name, 3));
      assert.equal(await store.findSetting(name), '10');
    });

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

    it('are forgotten by the beginning of their names, up to one', async () => {
      const store = shared();
      const prefix = `${unique('setting')}-`;
      const names = ['2026-01-30', '2026-01-31', '2026-02-01'].map((day) => prefix + day);
      await store.transaction(async (tx) => {
        for (const name of [...names, prefix.slice(0, -1)]) await tx.claimSetting(name, 'kept');
        await tx.deleteSettings(prefix, '2026-01-31');
      });
      const left = await Promise.all([...names, prefix.slice(0, -1)].map((name) => store.findSetting(name)));
      assert.deepEqual(left, [undefined, 'kept', 'kept', 'kept']);
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

/** App settings and server settings. */
export const partCases = (shared: Shared): void => {
  channelCases(shared);
  keyCases(shared);
  auditCases(shared);
  settingCases(shared);
};
