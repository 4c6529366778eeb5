import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session } from '../../../src/domain/model/session.ts';
import type { AuditFilter } from '../../../src/domain/ports/audit.ts';
import { at, keyOf, type Shared, seedApp, unique } from './fixtures.ts';

const sessionOf = (more: Partial<Session> = {}): Session => ({
  ...{ idHash: unique('hash'), keyId: undefined, secretHash: 'ab', createdAt: at(1), usedAt: at(1) },
  ...{ expiresAt: at(50), ...more },
});

export const sessionCases = (shared: Shared): void => {
  describe('sessions', () => {
    const seedKey = async (more: object = {}) => {
      const app = await seedApp(shared());
      const key = keyOf(app.slug, more);
      await shared().transaction((tx) => tx.insertKey(key));
      return { app, key };
    };
    const put = async (session: Session, most = 100): Promise<Session> => {
      await shared().transaction((tx) => tx.insertSession(session, most));
      return session;
    };
    const isThere = async ({ idHash }: Session) => (await shared().findSession(idHash)) !== undefined;

    it('come back as they were put, and are listed with their key, opened last first', async () => {
      const store = shared();
      const { app, key } = await seedKey({ name: 'Grüße "🚢"' });
      const own = await put(sessionOf({ keyId: key.id, createdAt: at(3) }));
      const admins = await put(sessionOf({ createdAt: at(4), secretHash: 'cd' }));
      const over = await put(sessionOf({ keyId: key.id, expiresAt: at(9) }));
      assert.deepEqual(await store.findSession(own.idHash), own);
      assert.deepEqual(await store.findSession(admins.idHash), admins);
      assert.equal(await store.findSession('none'), undefined);
      const mine = new Set([own, admins, over].map(({ idHash }) => idHash));
      const listed = (await store.listSessions(at(9))).filter(({ idHash }) => mine.has(idHash));
      const named = { name: key.name, app: app.slug, appId: app.id };
      assert.deepEqual(listed, [
        { ...admins, key: undefined },
        { ...own, key: named },
      ]);
    });

    it('note their use, never going back', async () => {
      const store = shared();
      const [one, two] = [await put(sessionOf()), await put(sessionOf())];
      await store.touchSessions(
        new Map([
          [one.idHash, at(20)],
          ['unknown', at(20)],
        ]),
      );
      await store.touchSessions(new Map([[one.idHash, at(10)]]));
      assert.equal((await store.findSession(one.idHash))?.usedAt, at(20));
      assert.deepEqual(await store.findSession(two.idHash), two);
    });

    it('of more than there may be of a key, those opened first are ended', async () => {
      const { key } = await seedKey();
      const { key: other } = await seedKey();
      const theirs = await put(sessionOf({ keyId: other.id, createdAt: at(1) }));
      const sessions: Session[] = [];
      // The last one has the oldest time and must be kept.
      for (const minute of [5, 4, 7, 6, 1])
        sessions.push(await put(sessionOf({ keyId: key.id, createdAt: at(minute) }), 3));
      const left = await Promise.all(sessions.map(isThere));
      assert.deepEqual(left, [false, false, true, true, true]);
      assert.ok(await isThere(theirs));
    });

    it('are ended one by one, and the admin’s or all together', async () => {
      const store = shared();
      const { key } = await seedKey();
      const [one, two, admins] = [
        await put(sessionOf({ keyId: key.id })),
        await put(sessionOf({ keyId: key.id })),
        await put(sessionOf()),
      ];
      const end = (idHash: string) => store.transaction((tx) => tx.deleteSession(idHash));
      assert.deepEqual([await end(one.idHash), await end(one.idHash)], [true, false]);
      assert.ok((await store.transaction((tx) => tx.deleteSessions('admin'))) >= 1);
      assert.deepEqual([await isThere(admins), await isThere(two)], [false, true]);
      assert.ok((await store.transaction((tx) => tx.deleteSessions('all'))) >= 1);
      assert.equal(await isThere(two), false);
    });

    it('that are over, or whose key no longer counts, are forgotten, and no others', async () => {
      const store = shared();
      const { key } = await seedKey();
      const { key: revoked } = await seedKey({ revokedAt: at(5) });
      const { key: expired } = await seedKey({ expiresAt: at(10) });
      const gone = [
        await put(sessionOf({ expiresAt: at(10) })),
        await put(sessionOf({ keyId: revoked.id })),
        await put(sessionOf({ keyId: expired.id })),
      ];
      const stay = [await put(sessionOf({ keyId: key.id })), await put(sessionOf())];
      assert.ok((await store.deleteExpiredSessions(at(10))) >= 3);
      assert.deepEqual(await Promise.all(gone.map(isThere)), [false, false, false]);
      assert.deepEqual(await Promise.all(stay.map(isThere)), [true, true]);
    });

    it('go with their app, and with a key that is forgotten', async () => {
      const store = shared();
      const { app, key } = await seedKey();
      const { key: exchanged } = await seedKey({ trustId: unique('tru'), expiresAt: at(5) });
      const [one, two] = [
        await put(sessionOf({ keyId: key.id })),
        await put(sessionOf({ keyId: exchanged.id })),
      ];
      await store.transaction((tx) => tx.deleteApp(app.slug));
      await store.deleteExpiredExchangedKeys(at(6));
      assert.deepEqual([await isThere(one), await isThere(two)], [false, false]);
    });
  });

  describe('the audit log by subject', () => {
    it('names who did it, and where it came through', async () => {
      const store = shared();
      const { slug, id: appId } = await seedApp(store);
      const key = keyOf(slug, { name: 'release "pipeline"' });
      const done = { app: slug, appId, at: at(9), action: 'channel.create' } as const;
      await store.transaction(async (tx) => {
        await tx.insertKey(key);
        await tx.recordEvent({ ...done, actor: key.id, subject: 'beta', through: 'dashboard' });
        await tx.recordEvent({ ...done, actor: 'admin', subject: 'other' });
        await tx.recordEvent({ ...done, actor: 'key_gone', subject: 'beta' });
      });
      const { items } = await store.listAudit(appId, { limit: 10, subject: 'beta' });
      assert.deepEqual(
        items.map(({ actor, actorName, through }) => [actor, actorName, through]),
        [
          ['key_gone', 'key_gone', undefined],
          [key.id, key.name, 'dashboard'],
        ],
      );
      const first = await store.listAudit(appId, { limit: 1, subject: 'beta' });
      const next = await store.listAudit(appId, { limit: 1, cursor: first.next, subject: 'beta' });
      assert.deepEqual([next.items[0]?.actor, next.next], [key.id, undefined]);
      assert.deepEqual((await store.listAudit(appId, { limit: 10, subject: 'none' })).items, []);
      assert.equal((await store.listAudit(appId, { limit: 10 })).items.length, 3);
    });

    it('is filtered by the name or ID of the actor and by the action', async () => {
      const store = shared();
      const { slug, id: appId } = await seedApp(store);
      const key = keyOf(slug, { name: 'Release CI' });
      const done = { app: slug, appId, at: at(9), subject: 'beta' } as const;
      await store.transaction(async (tx) => {
        await tx.insertKey(key);
        await tx.recordEvent({ ...done, actor: key.id, action: 'channel.create' });
        await tx.recordEvent({ ...done, actor: key.id, action: 'app.delete' });
        await tx.recordEvent({ ...done, actor: 'admin', action: 'channel.create' });
      });
      const list = async (filter: AuditFilter) =>
        (await store.listAudit(appId, { limit: 10, ...filter })).items.map(({ actor, action }) => [
          actor,
          action,
        ]);
      const [created, deleted] = [
        [key.id, 'channel.create'],
        [key.id, 'app.delete'],
      ];
      assert.deepEqual(await list({ actor: 'Release CI' }), [deleted, created]);
      assert.deepEqual(await list({ actor: key.id }), [deleted, created]);
      assert.deepEqual(await list({ actor: 'admin' }), [['admin', 'channel.create']]);
      assert.deepEqual(await list({ actor: 'release ci' }), []);
      assert.deepEqual(await list({ action: 'app.delete' }), [deleted]);
      assert.deepEqual(await list({ action: 'channel', actor: key.id }), [created]);
      assert.deepEqual(await list({ action: 'chan' }), []);
      const first = await store.listAudit(appId, { limit: 1, actor: key.id });
      const next = await store.listAudit(appId, { limit: 1, actor: key.id, cursor: first.next });
      assert.deepEqual([next.items[0]?.action, next.next], ['channel.create', undefined]);
    });
  });
};
