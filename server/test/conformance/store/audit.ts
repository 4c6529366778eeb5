import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { at, readAll, type Shared, unique } from './fixtures.ts';

export const auditCases = (shared: Shared): void => {
  describe('the audit log', () => {
    it('is listed newest first, in pages without gaps or repeats, each app its own', async () => {
      const store = shared();
      // Two apps that used the same slug one after the other.
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
