import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WindowOutcomes } from '../../../src/domain/model/evidence-window.ts';
import { defaultBrakes, type Rollout, type RolloutState } from '../../../src/domain/model/rollout.ts';
import { at, draftOf, type Shared, seedApp, seedPublished, unique } from './fixtures.ts';

const counted = (windowNumber: number, bad: number, more: Partial<WindowOutcomes> = {}): WindowOutcomes => ({
  ...{ step: 0, lap: windowNumber, source: 'health', target: undefined, bad, good: 100 },
  ...more,
});

export const rolloutOf = (releaseId: string, state: RolloutState): Rollout => ({
  ...{ releaseId, state, seed: 7, permille: 10, stopped: undefined, steps: [], steppedAt: at(9) },
  ...{
    withoutId: 'network',
    fleetSize: undefined,
    cohorts: [],
    manual: true,
    newInstalls: false,
    rescue: true,
  },
  ...{ brakes: defaultBrakes, round: 1, stepNumber: 0, capReached: false, brakedTargets: [] },
});

/** Health reports of releases that are rolling out. */
export const evidenceCases = (shared: Shared): void => {
  describe('evidence', () => {
    const seed = async () => {
      const { slug } = await seedApp(shared());
      return { slug, ...(await seedPublished(shared(), draftOf(slug, '1.0.0'), ['a', 'b'])) };
    };

    it('adds up by round, window, source and target', async () => {
      const store = shared();
      const { id } = (await seed()).release;
      await store.transaction(async (tx) => {
        await tx.addEvidence(id, 1, counted(2, 1, { step: 3, target: 'b' }));
        await tx.addEvidence(id, 1, counted(1, 1, { good: 2 ** 40 }));
        await tx.addEvidence(id, 1, counted(1, 2, { good: 5 }));
        await tx.addEvidence(id, 1, counted(1, 4, { source: 'reports', target: 'a' }));
        await tx.addEvidence(id, 2, counted(1, 8));
      });
      assert.deepEqual(await store.listEvidence(id, 1), [
        counted(1, 3, { good: 2 ** 40 + 5 }),
        counted(1, 4, { source: 'reports', target: 'a' }),
        counted(2, 1, { step: 3, target: 'b' }),
      ]);
      assert.deepEqual(await store.listEvidence(id, 2), [counted(1, 8)]);
      assert.deepEqual(await store.listEvidence(id, 3), []);
      assert.deepEqual(await store.sumEvidence(id, 'health'), { bad: 12, good: 2 ** 40 + 205 });
      assert.deepEqual(await store.sumEvidence(id, 'silence'), { bad: 0, good: 0 });
    });

    it('counts a batch once per release', async () => {
      const store = shared();
      const [{ id }, other] = [(await seed()).release, (await seed()).release];
      const mark = (release: string, batch: string, [second, forget]: [number, number]) =>
        store.transaction((tx) =>
          tx.claimBatch(release, batch, { at: at(second), expireBefore: at(forget) }),
        );
      assert.equal(await mark(id, 'monday', [10, 0]), true);
      assert.equal(await mark(id, 'monday', [11, 0]), false);
      assert.equal(await mark(id, 'tuesday', [12, 0]), true);
      assert.equal(await mark(other.id, 'monday', [12, 0]), true);
      assert.equal(await mark(id, 'monday', [30, 11]), true, 'forgotten in time');
      assert.equal(await mark(id, 'tuesday', [31, 12]), false);
    });

    it('is not stored after a rollback', async () => {
      const store = shared();
      const { id } = (await seed()).release;
      const failed = store.transaction(async (tx) => {
        await tx.claimBatch(id, 'x', { at: at(1), expireBefore: at(0) });
        await tx.addEvidence(id, 1, counted(1, 1));
        throw new Error('no');
      });
      await assert.rejects(failed, /no/);
      assert.deepEqual(await store.listEvidence(id, 1), []);
      assert.equal(
        await store.transaction((tx) => tx.claimBatch(id, 'x', { at: at(1), expireBefore: at(0) })),
        true,
      );
    });

    it('sums downloads by release and target', async () => {
      const store = shared();
      const { slug, release } = await seed();
      const row = { app: slug, releaseId: release.id, target: 'a', bytes: 1, downloads: 2 };
      const rows = [
        { ...row, day: '2026-01-31' },
        { ...row, day: '2026-02-01' },
        { ...row, day: '2026-02-01', target: 'b' },
        { ...row, day: '2026-02-01', releaseId: 'another' },
        { ...row, day: '2026-02-02' },
      ];
      await store.addUsage({ node: unique('node'), sequence: 1, at: at(50), rows });
      const days = { from: '2026-01-31', to: '2026-02-01' };
      assert.deepEqual(await store.sumDownloads(slug, [release.id], days), [
        { releaseId: release.id, target: 'a', downloads: 4 },
        { releaseId: release.id, target: 'b', downloads: 2 },
      ]);
      assert.deepEqual(await store.sumDownloads(slug, [], days), []);
    });

    it('counts rollouts by state', async () => {
      const store = shared();
      const before = await store.countRollouts();
      for (const state of ['rolling', 'rolling', 'paused'] as const) {
        const { id } = (await seed()).release;
        await store.transaction((tx) => tx.putRollout(rolloutOf(id, state)));
      }
      const after = await store.countRollouts();
      assert.equal((after.rolling ?? 0) - (before.rolling ?? 0), 2);
      assert.equal((after.paused ?? 0) - (before.paused ?? 0), 1);
    });
  });
};
