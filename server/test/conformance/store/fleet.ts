import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { FleetRow, RolloutHour } from '../../../src/domain/model/fleet.ts';
import { defaultBrakes, type RolloutState } from '../../../src/domain/model/rollout.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { at, draftOf, type Shared, seedApp, seedPublished, unique } from './fixtures.ts';

interface Batch {
  node?: string;
  sequence?: number;
  rows?: FleetRow[];
  hours?: RolloutHour[];
}

const send = (store: Store, { node = unique('node'), sequence = 1, rows = [], hours = [] }: Batch) =>
  store.addFleet({ node, sequence, at: at(50), rows, hours, sketches: [] });

const rowsOf =
  (app: string) =>
  (version: string, checks: number, more: Partial<FleetRow> = {}): FleetRow => ({
    ...{ app, day: '2026-01-31', channel: 'stable', target: 'a', version, checks },
    ...{ offers: 0, withId: 0, proxied: 0, isUnpublished: false },
    ...more,
  });

const january = { from: '2026-01-01', to: '2026-01-31' };

const putRollout = (store: Store, releaseId: string, state: RolloutState) =>
  store.transaction((tx) =>
    tx.putRollout({
      ...{ releaseId, state, seed: 1, permille: 10, stopped: undefined, steps: [], steppedAt: at(1) },
      ...{ round: 0, stepNumber: 0, capReached: false, brakedTargets: [], withoutId: 'network' },
      ...{ fleetSize: undefined, cohorts: [], manual: true, newInstalls: false, rescue: true },
      brakes: defaultBrakes,
    }),
  );

/** Checks by version, and the hours of rollouts. */
export const fleetCases = (shared: Shared): void => {
  describe('the fleet', () => {
    it('adds up by day, channel, target and version, listed in that order', async () => {
      const store = shared();
      const slug = unique('app');
      const row = rowsOf(slug);
      const rows = [
        row('1.1.0', 2, { offers: 1, withId: 2, proxied: 1 }),
        row('1.0.0', 3, { channel: 'beta' }),
        row('1.0.0', 2 ** 40, { target: 'b' }),
        row('1.0.0', 5, { day: '2026-01-30' }),
        row('1.0.0', 7, { day: '2026-02-01' }),
      ];
      await send(store, { rows });
      await send(store, { rows: [row('1.1.0', 10, { offers: 4, withId: 3, proxied: 2 })] });
      const none = { offers: 0, withId: 0, proxied: 0 };
      const day = '2026-01-31';
      const last = { day, channel: 'stable', target: 'b', version: '1.0.0', checks: 2 ** 40, ...none };
      const sum = { checks: 12, offers: 5, withId: 5, proxied: 3 };
      assert.deepEqual(await store.listFleet(slug, january), [
        { day: '2026-01-30', channel: 'stable', target: 'a', version: '1.0.0', checks: 5, ...none },
        { day, channel: 'beta', target: 'a', version: '1.0.0', checks: 3, ...none },
        { day, channel: 'stable', target: 'a', version: '1.1.0', ...sum },
        last,
      ]);
      assert.deepEqual(await store.listFleet(slug, { from: day, to: day, channel: 'beta' }), [
        { day, channel: 'beta', target: 'a', version: '1.0.0', checks: 3, ...none },
      ]);
      assert.deepEqual(await store.listFleet('nobody', january), []);
    });

    it('is summed by version, target or day', async () => {
      const store = shared();
      const slug = unique('app');
      const row = rowsOf(slug);
      const rows = [
        row('1.1.0', 2, { offers: 1, withId: 2, proxied: 1 }),
        row('1.1.0', 3, { target: 'b' }),
        row('1.0.0', 2 ** 40, { day: '2026-01-30', channel: 'beta' }),
      ];
      await send(store, { rows });
      const few = { checks: 5, offers: 1, withId: 2, proxied: 1 };
      const many = { checks: 2 ** 40, offers: 0, withId: 0, proxied: 0 };
      assert.deepEqual(await store.sumFleet(slug, january, 'version'), [
        { version: '1.0.0', ...many },
        { version: '1.1.0', ...few },
      ]);
      assert.deepEqual(await store.sumFleet(slug, { ...january, channel: 'stable' }, 'day'), [
        { day: '2026-01-31', ...few },
      ]);
      assert.deepEqual(await store.sumFleet(slug, january, 'target'), [
        { target: 'a', checks: 2 ** 40 + 2, offers: 1, withId: 2, proxied: 1 },
        { target: 'b', checks: 3, offers: 0, withId: 0, proxied: 0 },
      ]);
    });

    it('accepts a batch once, however often it is sent, independent of usage', async () => {
      const store = shared();
      const slug = unique('app');
      const [one, two] = [unique('node'), unique('node')];
      const rows = [rowsOf(slug)('1.0.0', 10)];
      await Promise.all([1, 2, 3].map(() => send(store, { node: one, sequence: 5, rows })));
      await send(store, { node: one, sequence: 4, rows });
      await send(store, { node: two, sequence: 1, rows });
      await send(store, { node: one, sequence: 6, rows });
      const [sum] = await store.sumFleet(slug, january, 'version');
      assert.equal(sum?.checks, 30);
    });

    it('loses nothing when nodes write the same rows at once, including unpublished versions', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const row = rowsOf(slug);
      const rows = Array.from({ length: 30 }, (_, i) => row(`9.${i}`, 1, { isUnpublished: i % 2 === 0 }));
      const write = async (node: string, i: number) => {
        for (let sequence = 1; sequence <= 4; sequence++)
          await send(store, { node, sequence, rows: i % 2 ? rows : rows.toReversed() });
      };
      await Promise.all(Array.from({ length: 5 }, () => unique('node')).map(write));
      const days = await store.sumFleet(slug, january, 'day');
      assert.equal(days[0]?.checks, 30 * 5 * 4);
    });

    it('gives a limited number of unpublished versions their own rows each day', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const row = rowsOf(slug);
      const unpublishedRows = (from: number, day: string) =>
        Array.from({ length: 40 }, (_, i) => row(`0.${from + i}`, 1, { day, isUnpublished: true }));
      const write = (from: number) =>
        send(store, {
          rows: [...unpublishedRows(from, '2026-01-30'), ...unpublishedRows(from, '2026-01-31')],
        });
      await Promise.all([100, 200, 300].map(write));
      await send(store, { rows: [row('1.0.0', 1)] });
      for (const day of ['2026-01-30', '2026-01-31']) {
        const versions = await store.sumFleet(slug, { from: day, to: day }, 'version');
        const own = versions.filter(({ version }) => version?.startsWith('0.'));
        assert.equal(own.length, bounds.unpublishedVersionsOfDay);
        const other = versions.find(({ version }) => version === 'other');
        assert.equal(other?.checks, 120 - bounds.unpublishedVersionsOfDay);
      }
    });

    it('treats a version as published from then on, which frees a row for another', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const row = rowsOf(slug);
      const all = Array.from({ length: bounds.unpublishedVersionsOfDay }, (_, i) => `0.${i}`);
      await send(store, { rows: all.map((version) => row(version, 1, { isUnpublished: true })) });
      await send(store, { rows: [row('0.0', 1)] });
      await send(store, { rows: [row('7.7', 1, { isUnpublished: true }), row('0.0', 1)] });
      const versions = await store.sumFleet(slug, january, 'version');
      assert.equal(versions.find(({ version }) => version === '7.7')?.checks, 1);
      assert.equal(versions.find(({ version }) => version === '0.0')?.checks, 3);
      assert.equal(
        versions.find(({ version }) => version === 'other'),
        undefined,
      );
    });

    it('counts hours only for unfinished rollouts', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedPublished(store, draftOf(slug, '1.2.3'), ['a', 'b']);
      const other = (await seedPublished(store, draftOf(slug, '1.2.4'), ['a'])).release;
      await putRollout(store, release.id, 'rolling');
      const hour = (hourly: Partial<RolloutHour> = {}): RolloutHour => ({
        ...{ releaseId: release.id, hour: '2026-01-31T12:00:00.000Z', target: 'a' },
        ...{ offers: 3, arrivals: 2, downloads: 1, ...hourly },
      });
      const later = { hour: '2026-01-31T13:00:00.000Z' };
      const hours = [hour(later), hour({ target: 'b' }), hour(), hour({ releaseId: other.id }), hour()];
      await send(store, { hours });
      await send(store, { hours: [hour(), hour({ releaseId: 'rel_of_nobody' })] });
      assert.deepEqual(await store.listRolloutHours(release.id), [
        hour({ offers: 9, arrivals: 6, downloads: 3 }),
        hour({ target: 'b' }),
        hour(later),
      ]);
      await putRollout(store, release.id, 'done');
      await send(store, { hours: [hour()] });
      assert.equal((await store.listRolloutHours(release.id)).length, 3);
      assert.equal((await store.listRolloutHours(release.id))[0]?.offers, 9);
      assert.deepEqual(await store.listRolloutHours(other.id), []);
    });

    it('is deleted when it is old', async () => {
      const store = shared();
      const { slug } = await seedApp(store);
      const { release } = await seedPublished(store, draftOf(slug, '1.2.3'), ['a']);
      await putRollout(store, release.id, 'paused');
      const row = rowsOf(slug);
      const counts = { releaseId: release.id, target: 'a', offers: 1, arrivals: 0, downloads: 0 };
      const hours = ['11', '12'].map((hour) => ({ ...counts, hour: `2020-01-31T${hour}:00:00.000Z` }));
      await send(store, {
        rows: [row('1.2.3', 1, { day: '2020-01-30' }), row('1.2.3', 1, { day: '2020-01-31' })],
        hours,
      });
      await store.deleteFleetBefore('2020-01-31T12:00:00.000Z');
      const left = await store.listFleet(slug, { from: '2020-01-01', to: '2020-12-31' });
      assert.deepEqual(
        left.map(({ day }) => day),
        ['2020-01-31'],
      );
      assert.equal((await store.listRolloutHours(release.id)).length, 1);
    });
  });
};
