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
const known = (reporter: string, outcome: ReportOutcome): CountedReport => ({
  ...{ reporter, outcome, network: 9, target: 'b', round: 1, lap: 1 },
});
const ledgerOf = (more: Partial<ReportLedger> = {}): ReportLedger => ({
  ...{ known: [], crowds: new Map(), told: new Map(), downloads: new Map([['a', 100]]), lap: 2 },
  step: { count: 0, highest: [] },
  ...more,
});
const rollout = { ...rolloutOf('rel', 'rolling'), round: 3, stepNumber: 4 };

describe('reports that are settled', () => {
  const inStep = (reporter: string, outcome: ReportOutcome): CountedReport => ({
    ...{ reporter, outcome, network: 7, target: 'a', round: 3, lap: 2 },
  });

  it('take no more reporters of a step than there is room for; those who are known may still turn worse', () => {
    const step = { count: bounds.reportersOfStep - 1, highest: [] };
    const reports = [waiting('m', 'installed'), waiting('z', 'installed'), waiting('old', 'crashed')];
    const { fates } = settleReports(reports, rollout, ledgerOf({ step, known: [known('old', 'installed')] }));
    assert.deepEqual(fates, ['counted', 'full', 'counted']);
  });

  it('count bad ones in place of good ones when the step is full', () => {
    const highest = ['zz', 'zy', 'zx'].map((reporter) => inStep(reporter, 'installed'));
    const step = { count: bounds.reportersOfStep, highest };
    const reports = ['a', 'b'].map((reporter) => waiting(reporter, 'crashed'));
    const { fates, rows, entries, removed } = settleReports(reports, rollout, ledgerOf({ step }));
    assert.deepEqual(fates, ['counted', 'counted']);
    assert.deepEqual(
      rows.map(({ reporter }) => reporter),
      ['a', 'b'],
    );
    assert.deepEqual(removed, ['zz', 'zy']);
    assert.deepEqual(entries, [{ round: 3, step: 4, lap: 2, target: 'a', bad: 2, good: -2 }]);
  });

  it('of a full step are an even sample: which of them count does not depend on what they say', () => {
    const hashes = Array.from({ length: 400 }, (_, i) => ((i * 7919) % 400).toString().padStart(3, '0'));
    const outcomeOf = (hash: string): ReportOutcome => (Number(hash) % 10 === 0 ? 'crashed' : 'installed');
    const held = hashes.slice(0, 100).map((hash) => inStep(hash, outcomeOf(hash)));
    const highest = held.toSorted((a, b) => (a.reporter < b.reporter ? 1 : -1));
    const step = { count: bounds.reportersOfStep, highest };
    const reports = hashes.slice(100).map((hash, i) => waiting(hash, outcomeOf(hash), { network: i }));
    const { entries } = settleReports(reports, rollout, ledgerOf({ step }));
    const added = entries.reduce((sum, { bad }) => sum + bad, 0);
    const before = held.filter(({ outcome }) => outcome === 'crashed').length;
    assert.deepEqual([before + added, entries.reduce((sum, { bad, good }) => sum + bad + good, 0)], [10, 0]);
  });

  it('take back what was good where it counted, and remember the worst', () => {
    const reports = [waiting('x', 'failed'), waiting('y', 'crashed'), waiting('y', 'installed')];
    const before = [known('x', 'installed'), known('y', 'failed')];
    const { fates, rows, entries } = settleReports(reports, rollout, ledgerOf({ known: before }));
    assert.deepEqual(fates, ['counted', 'repeated', 'repeated']);
    assert.deepEqual(rows, [
      { reporter: 'x', network: 1, outcome: 'failed', target: 'a', round: 3, lap: 2 },
      { ...known('y', 'crashed') },
    ]);
    assert.deepEqual(entries, [
      { round: 3, step: 4, lap: 2, target: 'a', bad: 1, good: 0 },
      { round: 1, step: 4, lap: 1, target: 'b', bad: 0, good: -1 },
    ]);
  });

  it('count by the percent that stands now, and change nothing when settled again', () => {
    const reports = [waiting('in', 'failed'), waiting('out', 'failed', { position: 0.01 })];
    const first = settleReports(reports, rollout, ledgerOf());
    assert.deepEqual(first.fates, ['counted', 'outside']);
    const again = settleReports(reports, rollout, ledgerOf({ known: first.rows }));
    assert.deepEqual([again.fates, again.rows, again.entries], [['repeated', 'outside'], [], []]);
  });
});
