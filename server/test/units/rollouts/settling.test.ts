import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Ledger, settle } from '../../../src/domain/gathering/settling.ts';
import { bounds } from '../../../src/domain/nouns/bounds.ts';
import type { CountedReport, ReportOutcome, WaitingReport } from '../../../src/domain/nouns/report.ts';
import { rolloutOf } from '../../conformance/store/evidence.ts';

const waiting = (
  reporter: string,
  outcome: ReportOutcome,
  more: Partial<WaitingReport> = {},
): WaitingReport => ({
  ...{ app: 'app', releaseId: 'rel', target: 'a', outcome, reporter, network: 1, position: 0 },
  ...more,
});
const known = (reporter: string, outcome: ReportOutcome): CountedReport => ({
  ...{ reporter, outcome, network: 9, target: 'b', round: 1, lap: 1 },
});
const ledgerOf = (more: Partial<Ledger> = {}): Ledger => ({
  ...{ known: [], crowds: new Map(), told: new Map(), downloads: new Map([['a', 100]]), lap: 2 },
  ...more,
});
const rollout = { ...rolloutOf('rel', 'rolling'), round: 3, stepNumber: 4 };

describe('reports that are settled', () => {
  it('take no more reporters than there is room for; those who are known may still turn worse', () => {
    const told = new Map([['a', { bad: 1, good: bounds.reportersOfRollout - 2 }]]);
    const reports = [waiting('new', 'installed'), waiting('late', 'installed'), waiting('old', 'crashed')];
    const { fates } = settle(reports, rollout, ledgerOf({ told, known: [known('old', 'installed')] }));
    assert.deepEqual(fates, ['counted', 'full', 'counted']);
  });

  it('take back what was good where it counted, and remember the worst', () => {
    const reports = [waiting('x', 'failed'), waiting('y', 'crashed'), waiting('y', 'installed')];
    const before = [known('x', 'installed'), known('y', 'failed')];
    const { fates, rows, entries } = settle(reports, rollout, ledgerOf({ known: before }));
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
    const first = settle(reports, rollout, ledgerOf());
    assert.deepEqual(first.fates, ['counted', 'outside']);
    const again = settle(reports, rollout, ledgerOf({ known: first.rows }));
    assert.deepEqual([again.fates, again.rows, again.entries], [['repeated', 'outside'], [], []]);
  });
});
