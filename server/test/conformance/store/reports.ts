import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CountedReport } from '../../../src/domain/model/report.ts';
import { rolloutOf } from './evidence.ts';
import { at, draftOf, type Shared, seedApp, seedPublished, unique } from './fixtures.ts';

const report = (reporter: string, network: number, more: Partial<CountedReport> = {}): CountedReport => ({
  ...{ reporter, network, outcome: 'installed', target: 'a', round: 1, lap: 1 },
  ...more,
});

/** Reporters of releases that are rolling out. */
export const reportCases = (shared: Shared): void => {
  describe('reports', () => {
    const seed = async () => {
      const { slug } = await seedApp(shared());
      return (await seedPublished(shared(), draftOf(slug, '1.0.0'), ['a'])).release.id;
    };
    const put = (id: string, reports: CountedReport[]) =>
      shared().transaction((tx) => tx.putReports(id, reports));

    it('are one per reporter and release: the last one', async () => {
      const store = shared();
      const [id, other] = [await seed(), await seed()];
      const many = Array.from({ length: 1100 }, (_, i) => report(`r${String(i).padStart(5, '0')}`, i % 7));
      await put(id, many);
      await put(id, []);
      await put(other, [report('r00001', 5)]);
      const worse = report('r00001', 1, { outcome: 'crashed', target: 'b', round: 2, lap: 3 });
      await put(id, [worse]);
      const names = ['r00001', 'r00002', 'nobody'];
      assert.deepEqual(await store.findReports(id, names), [worse, many[2]]);
      assert.deepEqual(await store.findReports(other, names), [report('r00001', 5)]);
      assert.equal(
        (
          await store.findReports(
            id,
            many.map(({ reporter }) => reporter),
          )
        ).length,
        1100,
      );
      assert.deepEqual(await store.findReports(id, []), []);
    });

    it('are counted by network', async () => {
      const store = shared();
      const id = await seed();
      await put(id, [report('a', 65_535), report('b', 65_535), report('c', 0)]);
      const counted = await store.countReporters(id, [0, 1, 65_535]);
      assert.deepEqual(
        [...counted].sort(([a], [b]) => a - b),
        [
          [0, 1],
          [65_535, 2],
        ],
      );
      assert.equal((await store.countReporters(id, [])).size, 0);
    });

    it('sum the hours of rollouts by target', async () => {
      const store = shared();
      const [id, other] = [await seed(), await seed()];
      for (const one of [id, other]) await store.transaction((tx) => tx.putRollout(rolloutOf(one, 'paused')));
      const hourAt = (hour: number) => `2026-01-31T${String(hour).padStart(2, '0')}:00:00.000Z`;
      const row = (hour: number, target: string, downloads: number) => ({
        ...{ releaseId: id, hour: hourAt(hour), target, offers: 2 ** 40, arrivals: 1, downloads },
      });
      const hours = [row(1, 'a', 1), row(2, 'b', 2), row(2, 'a', 4), row(3, 'a', 8), row(4, 'a', 16)];
      const rows = [...hours, { ...row(2, 'a', 99), releaseId: other }];
      await store.addFleet({
        node: unique('node'),
        sequence: 1,
        at: at(50),
        rows: [],
        sketches: [],
        hours: rows,
      });
      assert.deepEqual(await store.sumRolloutHours(id, { from: hourAt(2), until: hourAt(3) }), [
        { target: 'a', offers: 2 ** 41, readers: 0, arrivals: 2, downloads: 12 },
        { target: 'b', offers: 2 ** 40, readers: 0, arrivals: 1, downloads: 2 },
      ]);
      assert.deepEqual(await store.sumRolloutHours(id, { from: hourAt(5), until: hourAt(9) }), []);
    });

    it('are found for finished or paused rollouts, and deleted with them', async () => {
      const store = shared();
      const [done, paused, rolling, silent] = [await seed(), await seed(), await seed(), await seed()];
      for (const id of [done, paused, rolling]) await put(id, [report('a', 1), report('b', 2)]);
      await store.transaction(async (tx) => {
        await tx.putRollout(rolloutOf(done, 'done'));
        await tx.putRollout(rolloutOf(paused, 'paused'));
        await tx.putRollout(rolloutOf(rolling, 'rolling'));
        await tx.putRollout(rolloutOf(silent, 'done'));
      });
      const own = async () => {
        const ids = (await store.listReportedRollouts()).map(({ releaseId }) => releaseId);
        return ids.filter((id) => [done, paused, rolling, silent].includes(id)).sort();
      };
      assert.deepEqual(await own(), [done, paused].sort());
      assert.equal(await store.transaction((tx) => tx.deleteReports(done)), 2);
      assert.equal(await store.transaction((tx) => tx.deleteReports(done)), 0);
      assert.deepEqual(await own(), [paused]);
    });

    it('sum the evidence by target', async () => {
      const store = shared();
      const id = await seed();
      const line = { source: 'reports', step: 0, lap: 1, bad: 1, good: 2 } as const;
      await store.transaction(async (tx) => {
        await tx.addEvidence(id, 1, { ...line, target: 'b' });
        await tx.addEvidence(id, 1, { ...line, target: 'a' });
        await tx.addEvidence(id, 2, { ...line, lap: 2, target: 'b' });
        await tx.addEvidence(id, 1, { ...line, target: 'a', bad: 0, good: -1 });
        await tx.addEvidence(id, 2, { ...line, source: 'health', target: undefined });
      });
      assert.deepEqual(await store.sumEvidenceByTarget(id, 'reports'), [
        { target: 'a', bad: 1, good: 1 },
        { target: 'b', bad: 2, good: 4 },
      ]);
      assert.deepEqual(await store.sumEvidenceByTarget(id, 'health'), [
        { target: undefined, bad: 1, good: 2 },
      ]);
    });
  });
};
