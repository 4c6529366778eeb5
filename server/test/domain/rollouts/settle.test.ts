import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { CountedReport, PendingReport, ReportOutcome } from '../../../src/domain/model/report.ts';
import { type ReportLedger, settleReports } from '../../../src/domain/rollouts/client-reports/settle.ts';
import { rolloutOf } from '../../conformance/store/evidence.ts';

const waiting = (
  reporter: string,
  outcome: ReportOutcome,
  more: Partial<PendingReport> = {},
): PendingReport => ({
  ...{ app: 'app', releaseId: 'rel', target: 'a', outcome, reporter, network: 1, position: 0 },
  ...more,
});
const countedReport = (reporter: string, outcome: ReportOutcome): CountedReport => ({
  ...{ reporter, outcome, network: 9, target: 'b', round: 1, lap: 1 },
});
const ledgerOf = (more: Partial<ReportLedger> = {}): ReportLedger => ({
  ...{
    countedReports: [],
    reportersPerNetwork: new Map(),
    outcomesByTarget: new Map(),
    downloads: new Map([['a', 100]]),
    lap: 2,
  },
  step: { count: 0, highest: [] },
  ...more,
});
const rollout = { ...rolloutOf('rel', 'rolling'), round: 3, stepNumber: 4 };

describe('settled reports', () => {
  const inStep = (reporter: string, outcome: ReportOutcome): CountedReport => ({
    ...{ reporter, outcome, network: 7, target: 'a', round: 3, lap: 2 },
  });

  it('are limited per step; reporters already counted may still report a worse outcome', () => {
    const step = { count: bounds.reportersOfStep - 1, highest: [] };
    const pending = [waiting('m', 'installed'), waiting('z', 'installed'), waiting('old', 'crashed')];
    const { results } = settleReports(
      pending,
      rollout,
      ledgerOf({ step, countedReports: [countedReport('old', 'installed')] }),
    );
    assert.deepEqual(results, ['counted', 'full', 'counted']);
  });

  it('replace good ones with bad ones when the step is full', () => {
    const highest = ['zz', 'zy', 'zx'].map((reporter) => inStep(reporter, 'installed'));
    const step = { count: bounds.reportersOfStep, highest };
    const pending = ['a', 'b'].map((reporter) => waiting(reporter, 'crashed'));
    const { results, reports, entries, removed } = settleReports(pending, rollout, ledgerOf({ step }));
    assert.deepEqual(results, ['counted', 'counted']);
    assert.deepEqual(
      reports.map(({ reporter }) => reporter),
      ['a', 'b'],
    );
    assert.deepEqual(removed, ['zz', 'zy']);
    assert.deepEqual(entries, [{ round: 3, step: 4, lap: 2, target: 'a', bad: 2, good: -2 }]);
  });

  it('of a full step are an unbiased sample that does not depend on the outcomes', () => {
    const hashes = Array.from({ length: 400 }, (_, i) => ((i * 7919) % 400).toString().padStart(3, '0'));
    const outcomeOf = (hash: string): ReportOutcome => (Number(hash) % 10 === 0 ? 'crashed' : 'installed');
    const existing = hashes.slice(0, 100).map((hash) => inStep(hash, outcomeOf(hash)));
    const highest = existing.toSorted((a, b) => (a.reporter < b.reporter ? 1 : -1));
    const step = { count: bounds.reportersOfStep, highest };
    const pending = hashes.slice(100).map((hash, i) => waiting(hash, outcomeOf(hash), { network: i }));
    const { entries } = settleReports(pending, rollout, ledgerOf({ step }));
    const added = entries.reduce((sum, { bad }) => sum + bad, 0);
    const before = existing.filter(({ outcome }) => outcome === 'crashed').length;
    assert.deepEqual([before + added, entries.reduce((sum, { bad, good }) => sum + bad + good, 0)], [10, 0]);
  });

  it('subtract an earlier good outcome where it was counted, and store the worst', () => {
    const pending = [waiting('x', 'failed'), waiting('y', 'crashed'), waiting('y', 'installed')];
    const before = [countedReport('x', 'installed'), countedReport('y', 'failed')];
    const { results, reports, entries } = settleReports(
      pending,
      rollout,
      ledgerOf({ countedReports: before }),
    );
    assert.deepEqual(results, ['counted', 'repeated', 'repeated']);
    assert.deepEqual(reports, [
      { reporter: 'x', network: 1, outcome: 'failed', target: 'a', round: 3, lap: 2 },
      { ...countedReport('y', 'crashed') },
    ]);
    assert.deepEqual(entries, [
      { round: 3, step: 4, lap: 2, target: 'a', bad: 1, good: 0 },
      { round: 1, step: 4, lap: 1, target: 'b', bad: 0, good: -1 },
    ]);
  });

  it('count by the current percentage, and are idempotent', () => {
    const pending = [waiting('in', 'failed'), waiting('out', 'failed', { position: 0.01 })];
    const first = settleReports(pending, rollout, ledgerOf());
    assert.deepEqual(first.results, ['counted', 'outside']);
    const again = settleReports(pending, rollout, ledgerOf({ countedReports: first.reports }));
    assert.deepEqual([again.results, again.reports, again.entries], [['repeated', 'outside'], [], []]);
  });
});
