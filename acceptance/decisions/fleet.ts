import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fleet } from '@slipway/api';
import { retryUntilSuccess } from '../../lab/wait-until.ts';
import { assertInvalid, assertProblem } from '../problem.ts';
import { createPublisher, type Publisher } from '../publisher.ts';
import type { World } from '../world.ts';

const today = () => new Date().toISOString().slice(0, 10);

export const fleetOf = async (app: Publisher, query = ''): Promise<Fleet> =>
  (await app.call('GET', `/fleet${query}`)).json<{ fleet: Fleet }>().fleet;

/** Another node shows counts within 15 s; a test with fake timers checks that (jobs/flush-fleet). */
export const settled = async (app: Publisher, checks: number): Promise<Fleet> =>
  retryUntilSuccess(async () => {
    const fleet = await fleetOf(app);
    assert.equal(fleet.totals.checks, checks);
    return fleet;
  });

const ask = async (app: Publisher, checkPath: string, headers: Record<string, string> = {}) =>
  assert.ok((await app.check(checkPath, headers)).status < 300, checkPath);

export const fleetSection = (world: World): void => {
  describe('The fleet', () => {
    test('without checks: every member is present and empty', async () => {
      const app = await createPublisher(world);
      const answer = await app.call('GET', '/fleet');
      assert.equal(answer.status, 200);
      assert.deepEqual(Object.keys(answer.json()), ['fleet']);
      const fleet = await fleetOf(app);
      assert.deepEqual(Object.keys(fleet), ['from', 'to', 'totals', 'rows', 'estimate', 'warnings']);
      assert.deepEqual(fleet.totals, { checks: 0, offers: 0, withId: 0, clients: null });
      assert.deepEqual([fleet.rows, fleet.estimate, fleet.warnings], [[], null, []]);
      assert.equal((Date.parse(fleet.to) - Date.parse(fleet.from)) / 86_400_000, 6);
    });

    test('checks by day, channel, target and version, with offers and checks with an ID', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}, { target: 'darwin-aarch64' }]);
      await app.publish({ version: '1.1.0' }, [{}]);
      const id = { 'slipway-client': '8c0f' };
      await ask(app, 'stable/linux/x86_64/1.0.0');
      await ask(app, 'stable/linux/x86_64/1.0.0', id);
      await ask(app, 'stable/linux/x86_64/v1.0.0?client=8c0f');
      await ask(app, 'stable/linux/x86_64/1.1.0', { 'x-user-staging-id': '8c0f' });
      await ask(app, 'stable/darwin/aarch64/1.0.0');
      await ask(app, 'stable/linux/x86_64/0.7');
      const { rows, totals } = await settled(app, 6);
      // One ID, three times.
      const row = (target: string, version: string, [checks, offers, withId]: [number, number, number]) => ({
        ...{ day: today(), channel: 'stable', target, version, checks, offers, withId },
        clients: withId === 0 ? null : 1,
      });
      assert.deepEqual(rows, [
        row('darwin-aarch64', '1.0.0', [1, 0, 0]),
        row('linux-x86_64', '0.7', [1, 1, 0]),
        row('linux-x86_64', '1.0.0', [3, 3, 2]),
        row('linux-x86_64', '1.1.0', [1, 0, 1]),
      ]);
      assert.deepEqual(Object.keys(rows[0] ?? {}), Object.keys(row('', '', [0, 0, 0])));
      assert.deepEqual(totals, { checks: 6, offers: 4, withId: 3, clients: 1 });
      assert.deepEqual((await fleetOf(app, '?by=version')).rows, [
        { version: '0.7', checks: 1, offers: 1, withId: 0, clients: null },
        { version: '1.0.0', checks: 4, offers: 3, withId: 2, clients: 1 },
        { version: '1.1.0', checks: 1, offers: 0, withId: 1, clients: 1 },
      ]);
      assert.deepEqual(
        (await fleetOf(app, '?by=target')).rows.map(({ target, checks }) => [target, checks]),
        [
          ['darwin-aarch64', 1],
          ['linux-x86_64', 5],
        ],
      );
      assert.deepEqual((await fleetOf(app, '?by=day&channel=stable')).totals, totals);
      assert.deepEqual((await fleetOf(app, '?channel=beta')).rows, []);
    });

    test('made-up versions, targets and channels create few rows', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}]);
      const made = Array.from({ length: 40 }, (_, n) => n);
      await Promise.all(made.map((n) => ask(app, `stable/linux/x86_64/0.0.${n}`)));
      await Promise.all(made.map((n) => ask(app, `stable/beos${n}/m68k/1.0.0`)));
      await Promise.all(made.map((n) => ask(app, `made-up-${n}/linux/x86_64/1.0.0`)));
      const { rows } = await settled(app, 80);
      const strange = rows.filter(({ version }) => version.startsWith('0.0.'));
      assert.equal(strange.length, 16);
      assert.ok(strange.every(({ checks }) => checks === 1));
      assert.deepEqual(
        rows
          .filter((row) => !strange.includes(row))
          .map(({ channel, target, version, checks }) => [channel, target, version, checks]),
        [
          ['stable', 'linux-x86_64', 'other', 24],
          ['stable', 'other', '1.0.0', 40],
        ],
      );
    });

    test('warns about missing IDs and about a proxy in front of the server', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}]);
      const codes = async (checks: number) => (await settled(app, checks)).warnings.map(({ code }) => code);
      await ask(app, 'stable/linux/x86_64/1.0.0');
      assert.deepEqual(await codes(1), ['ids-missing']);
      for (let n = 0; n < 4; n++)
        await ask(app, `stable/linux/x86_64/1.${n}`, { 'slipway-client': 'x', via: '1.1 cdn' });
      assert.deepEqual(await codes(5), ['behind-proxy']);
    });

    test('unique clients with an ID across nodes, and an estimate of all clients', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' }, [{}]);
      await app.publish({ version: '1.1.0' }, [{}]);
      const clients = Array.from({ length: 150 }, (_, n) => ({ 'slipway-client': `installation-${n}` }));
      for (const headers of [...clients, ...clients]) await ask(app, 'stable/linux/x86_64/1.0.0', headers);
      for (let n = 0; n < 100; n++) await ask(app, 'stable/linux/x86_64/1.0.0');
      const { totals, rows, estimate, warnings } = await settled(app, 400);
      // Far more than the error of sketches.
      const isAbout = (found: number | null | undefined, expected: number): void =>
        assert.ok(Math.abs((found ?? 0) - expected) <= expected * 0.15, `${found} is not about ${expected}`);
      isAbout(totals.clients, 150);
      isAbout(rows[0]?.clients, 150);
      isAbout(estimate?.clients, 200);
      assert.deepEqual([estimate?.share, warnings], [0.75, []]);
      for (const by of ['version', 'target', 'day'])
        isAbout((await fleetOf(app, `?by=${by}`)).rows[0]?.clients, 150);
      isAbout((await fleetOf(app, '?channel=stable')).totals.clients, 150);
      assert.equal((await fleetOf(app, '?channel=beta')).totals.clients, null);
    });

    test('warns if all clients send the same ID, here and before a rollout', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      for (let n = 0; n < 120; n++)
        await ask(app, 'stable/linux/x86_64/1.0.0', { 'slipway-client': 'the-same' });
      const { totals, estimate, warnings } = await settled(app, 120);
      assert.deepEqual([totals.clients, estimate], [1, null]);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['ids-not-distinct'],
      );
      const draft = await app.draft({ version: '1.1.0' });
      const planned = await app.client.planRollout(app.slug, draft.id, { steps: [{ percent: 10 }] });
      const codes = (planned.warnings ?? []).map(({ code }) => code);
      assert.ok(codes.includes('ids-not-distinct'), codes.join());
    });

    test('counts clients of a withdrawn release while nothing is offered', async () => {
      const app = await createPublisher(world);
      const { release } = await app.publish({ version: '1.0.0' }, [{}]);
      await app.client.withdrawRelease(app.slug, release.id, { reason: 'It crashes' });
      await ask(app, 'stable/linux/x86_64/1.0.0');
      const { rows } = await settled(app, 1);
      assert.deepEqual([rows[0]?.version, rows[0]?.checks, rows[0]?.offers], ['1.0.0', 1, 0]);
    });

    test('hourly offers, arrivals and downloads of a rollout', async () => {
      const app = await createPublisher(world);
      await app.publish({ version: '1.0.0' });
      const draft = await app.draft({ version: '1.1.0' });
      await app.uploaded(await app.declare(draft));
      await app.client.planRollout(app.slug, draft.id, { steps: [{ percent: 50 }] });
      await app.client.publishRelease(app.slug, draft.id);
      const offered = await app.check('stable/linux/x86_64/1.0.0', { 'slipway-check': 'manual' });
      assert.equal(offered.json<{ version: string }>().version, '1.1.0');
      for (let n = 0; n < 2; n++) await ask(app, 'stable/linux/x86_64/1.1.0');
      await app.download(draft.id);
      const sums = await retryUntilSuccess(async () => {
        await fleetOf(app);
        const { hours } = await app.client.getRollout(app.slug, draft.id);
        const sum = (what: 'offers' | 'arrivals' | 'downloads') =>
          hours.reduce((total, hour) => total + hour[what], 0);
        assert.deepEqual([sum('offers'), sum('arrivals'), sum('downloads')], [1, 2, 1]);
        return hours;
      });
      assert.deepEqual(Object.keys(sums[0] ?? {}), ['hour', 'target', 'offers', 'arrivals', 'downloads']);
      assert.match(sums[0]?.hour ?? '', /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
    });

    test('rejects invalid days, too many days, a reversed range and an unknown grouping', async () => {
      const app = await createPublisher(world);
      assertInvalid(await app.call('GET', '/fleet?from=yesterday'), 'from');
      assertInvalid(await app.call('GET', '/fleet?from=2026-02-02&to=2026-02-01'), 'from');
      assertInvalid(await app.call('GET', '/fleet?by=client'), 'by');
      const long = await app.call('GET', '/fleet?from=2026-01-01&to=2026-04-03');
      assertInvalid(long, 'from');
      assert.match(long.text, /At most 92 days per request, or 400 with by=version, by=target or by=day/);
      assert.equal((await app.call('GET', '/fleet?from=2026-01-01&to=2026-04-03&by=day')).status, 200);
      assertInvalid(await app.call('GET', '/fleet?from=2025-01-01&to=2026-04-03&by=day'), 'from');
      const { fleet } = (await app.call('GET', '/fleet?to=2026-02-10')).json<{ fleet: Fleet }>();
      assert.deepEqual([fleet.from, fleet.to], ['2026-02-04', '2026-02-10']);
      const { secret } = await app.client.createKey(app.slug, { name: 'none', scopes: ['publish'] });
      world.secrets.add(secret);
      assertProblem(
        await world.call({ method: 'GET', path: `/v1/apps/${app.slug}/fleet`, key: secret }),
        403,
        'scope-missing',
      );
    });
  });
};
