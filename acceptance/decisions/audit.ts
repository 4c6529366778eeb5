import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditEntry } from '@slipway/api';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, declarationOf, type Publisher } from '../publisher.ts';
import { assertSince } from '../since.ts';
import { unique, type World } from '../world.ts';

const entriesOf = async (app: Publisher): Promise<AuditEntry[]> =>
  (await app.client.listAudit(app.slug, { limit: 100 })).entries;

/** Decisions, "Rules": every change writes one audit row, and nothing else writes any. */
export const auditSection = (world: World): void => {
  describe('Audit', () => {
    test('one row for every change, with its actor', async () => {
      const app = await createPublisher(world);
      const { slug, client } = app;
      const admin = world.admin();
      const domain = `${unique('audited')}.example.com`;
      const draft = await app.draft({ version: '1.0.0' });
      const doomed = await app.draft({ version: '0.1.0' });
      const declared = await app.declare(draft);
      await app.uploaded(declared);
      const { key } = await admin.createKey(slug, { name: 'doomed' });
      const [own] = (await client.listKeys(slug)).keys;

      const changes: [string, 'admin' | 'key', () => Promise<unknown>][] = [
        ['a name', 'key', () => client.changeApp(slug, { name: 'Audited' })],
        ['an adapter', 'key', () => client.changeApp(slug, { adapter: 'tauri' })],
        ['an allowance', 'admin', () => admin.changeApp(slug, { allowanceBytes: 10 ** 9 })],
        ['a channel', 'key', () => client.createChannel(slug, { name: 'beta' })],
        ['a channel made inactive', 'key', () => client.changeChannel(slug, 'beta', { active: false })],
        ['a key', 'admin', () => admin.createKey(slug, { name: 'new' })],
        ['a key revoked', 'key', () => client.revokeKey(slug, key.id)],
        ['a domain', 'admin', () => admin.createDomain(slug, { domain })],
        ['a domain deleted', 'admin', () => admin.deleteDomain(slug, domain)],
        ['a draft', 'key', () => app.draft({ version: '2.0.0' })],
        [
          'an artifact declared',
          'key',
          () => app.declare(draft, { target: 'linux-x86_64', bytes: declared.bytes.subarray(1) }),
        ],
        ['an artifact declared anew', 'key', () => app.declare(draft, { bytes: declared.bytes })],
        ['notes', 'key', () => client.changeRelease(slug, draft.id, { notes: 'Audited' })],
        ['a draft deleted', 'key', () => client.deleteRelease(slug, doomed.id)],
      ];
      const after: typeof changes = [
        ['a release published', 'key', () => client.publishRelease(slug, draft.id)],
        ['a release withdrawn', 'key', () => client.withdrawRelease(slug, draft.id, { reason: 'bad' })],
        ['a release restored', 'key', () => client.restoreRelease(slug, draft.id)],
        ['an artifact pruned', 'key', () => client.pruneArtifact(slug, draft.id, 'linux-x86_64')],
      ];
      const run = async (list: typeof changes) => {
        for (const [what, by, change] of list) {
          const before = new Set((await entriesOf(app)).map(({ id }) => id));
          const changedAt = Date.now();
          await change();
          const added = (await entriesOf(app)).filter(({ id }) => !before.has(id));
          assert.equal(added.length, 1, what);
          assert.equal(added[0]?.actor, by === 'admin' ? 'admin' : own?.id, what);
          assert.deepEqual(Object.keys(added[0] ?? {}), [
            'id',
            'at',
            'actor',
            'actorName',
            'action',
            'subject',
            'detail',
          ]);
          assertSince(added[0]?.at, changedAt);
        }
      };
      await run(changes);
      await app.uploaded(await app.declare(draft, { bytes: declared.bytes }));
      await run(after);
    });

    test('no row for reads, rejected requests or a repeated publish', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' });
      const before = await entriesOf(app);
      await app.call('POST', '/releases', { version: '' });
      await app.call('POST', '/releases', { version: '1.0.0' });
      await app.call('POST', '/artifacts/presign', declarationOf('9.9.9'));
      await app.call('POST', `/releases/${release.id}/publish`);
      await app.call('DELETE', `/releases/${release.id}`);
      await app.call('PATCH', '', { adapter: 'sparkle' });
      await app.call('POST', '/domains', { domain: 'x.example.com' });
      await app.call('GET', '');
      await app.call('GET', '/explain?target=linux&arch=x86_64&currentVersion=1');
      await app.check('stable/linux/x86_64/0.1');
      await app.download(release.id);
      assert.deepEqual(await entriesOf(app), before);
    });

    test('one row for a declaration, none for repeats, and one for each change of it', async () => {
      const app = await createPublisher(world);
      await app.draft({ version: '1.0.0' });
      const declaration = {
        ...declarationOf('1.0.0'),
        ...{ signature: 'signed', contentType: 'application/x-test', build: '7', minimumSystem: '10.0' },
      };
      const declare = async (fields: object): Promise<void> =>
        assert.equal((await app.call('POST', '/artifacts/presign', fields)).status, 201);
      const before = (await entriesOf(app)).length;
      for (let time = 0; time < 5; time++) await declare(declaration);
      assert.equal((await entriesOf(app)).length, before + 1);
      const changed = { ...declaration, build: '8' };
      for (const fields of [changed, changed, declaration]) await declare(fields);
      assert.equal((await entriesOf(app)).length, before + 3);
    });

    test('the reason of a withdrawal is recorded', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish();
      const reason = unique('It crashes on Mondays');
      await app.client.withdrawRelease(app.slug, release.id, { reason });
      assert.ok(JSON.stringify(await entriesOf(app)).includes(reason));
    });

    test('entries and next, page by page, each row once', async () => {
      const app = await createPublisher(world);
      for (const version of ['1', '2', '3', '4', '5']) await app.draft({ version });
      const whole = (await entriesOf(app)).map(({ id }) => id);
      const received: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await app.client.listAudit(app.slug, { limit: 2, ...(cursor ? { cursor } : {}) });
        assert.deepEqual(Object.keys(page), ['entries', 'next']);
        received.push(...page.entries.map(({ id }) => id));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      assert.deepEqual(received, whole);
      assertInvalid(await app.call('GET', '/audit?limit=many'), 'limit');
    });

    test('a key reads only the log of its own app', async () => {
      const [one, other] = [await createPublisher(world), await createPublisher(world)];
      const { id } = await other.draft();
      assert.ok(!JSON.stringify(await entriesOf(one)).includes(id));
    });

    test('an app that reuses the slug of a deleted app reads none of its data', async () => {
      const first = await createPublisher(world);
      const [domain, name] = [`${unique('first')}.example.com`, unique('secret project')];
      await world.admin().createDomain(first.slug, { domain });
      await world.admin().createKey(first.slug, { name });
      await first.draft({ version: '0.0.1-unannounced' });
      await world.admin().deleteApp(first.slug);
      await world.admin().createApp({ slug: first.slug });
      const { key, secret } = await world
        .admin()
        .createKey(first.slug, { name: 'of the second', scopes: ['read', 'manage'] });
      world.secrets.add(secret);
      const second = world.client(secret);
      const { entries } = await second.listAudit(first.slug, { limit: 100 });
      assert.deepEqual(
        entries.map(({ action, subject }) => [action, subject]),
        [
          ['key.create', key.id],
          ['app.create', first.slug],
        ],
      );
      const received = JSON.stringify([
        entries,
        await second.listKeys(first.slug),
        await second.listDomains(first.slug),
        await second.listReleases(first.slug),
        await second.listChannels(first.slug),
        await second.getUsage(first.slug),
      ]);
      for (const theirs of [domain, name, '0.0.1-unannounced']) assert.ok(!received.includes(theirs), theirs);
      assertProblem(await first.call('GET', '/audit'), 401, 'unauthorized');
      const again = await world.admin().createRelease(first.slug, { version: '0.0.1-unannounced' });
      assert.equal(again.release.state, 'draft');
    });

    test('the log contains no secret', async () => {
      const app = await createPublisher(world);
      assert.ok(!JSON.stringify(await entriesOf(app)).includes(app.key.slice(-38)));
    });
  });
};
