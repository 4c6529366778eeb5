import { bounds } from '../../model/bounds.ts';
import { type Outcomes, sumOutcomes, type WindowOutcomes } from '../../model/evidence-window.ts';
import {
  type CountedReport,
  isFailure,
  isWorse,
  type PendingReport,
  type ReportResult,
} from '../../model/report.ts';
import type { Rollout } from '../../model/rollout.ts';
import { createReporterSample } from './sample.ts';

/*
 * Counts reports of one release against everything counted before. Pure: the caller holds the app's lock and writes the
 * result. Idempotent.
 * Each step counts `bounds.reportersOfStep` reporters, those with the lowest hashes, whatever they report. This
 * unbiased sample still detects a release that turns bad late, and a good one is not halted for its size.
 */

export interface ReportLedger {
  /** Reporters that were counted before. */
  countedReports: readonly CountedReport[];
  /** Reporters per network. */
  reportersPerNetwork: ReadonlyMap<number, number>;
  /** All phases, by target. */
  outcomesByTarget: ReadonlyMap<string | undefined, Outcomes>;
  /** Completed downloads by target. */
  downloads: ReadonlyMap<string, number>;
  /** The current window. */
  lap: number;
  /** The step's number of reporters, and its highest hashes, as far as they may be evicted. */
  step: { count: number; highest: readonly CountedReport[] };
}

/** Counts to add; a worse report subtracts the earlier good one. */
export type EvidenceEntry = Omit<WindowOutcomes, 'source'> & { round: number };

export interface SettledReports {
  results: ReportResult[];
  /** Reporters to store, each once. */
  reports: CountedReport[];
  entries: EvidenceEntry[];
  /** Reporters evicted from the sample. */
  removed: string[];
}

const entryOf = (
  { round, lap: windowNumber, target }: Pick<CountedReport, 'round' | 'lap' | 'target'>,
  outcomes: Outcomes,
  { stepNumber }: Rollout,
): EvidenceEntry => ({ round, step: stepNumber, lap: windowNumber, target, ...outcomes });

/** Merges entries of the same window and target. */
const addUp = (entries: readonly EvidenceEntry[]): EvidenceEntry[] => {
  const grouped = Map.groupBy(
    entries,
    ({ round, lap: windowNumber, target }) => `${round} ${windowNumber} ${target}`,
  );
  return [...grouped.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, ...sumOutcomes(same) }];
  });
};

const createLedger = ({ countedReports, reportersPerNetwork, outcomesByTarget, downloads }: ReportLedger) => {
  const reporters = new Map(countedReports.map((one) => [one.reporter, one]));
  const networkCounts = new Map(reportersPerNetwork);
  const bad = new Map([...outcomesByTarget].map(([target, outcomes]) => [target, outcomes.bad]));
  return {
    find: (reporter: string) => reporters.get(reporter),
    isCrowded: (network: number) => (networkCounts.get(network) ?? 0) >= bounds.reportersOfNetwork,
    /** A client cannot fail without a download, so failures are capped by downloads. */
    isProven: (target: string) => (bad.get(target) ?? 0) < (downloads.get(target) ?? 0),
    replace: (row: CountedReport): CountedReport => {
      reporters.set(row.reporter, row);
      return row;
    },
    note: (row: CountedReport, before: CountedReport | undefined) => {
      reporters.set(row.reporter, row);
      if (isFailure(row.outcome)) bad.set(row.target, (bad.get(row.target) ?? 0) + 1);
      if (before === undefined) networkCounts.set(row.network, (networkCounts.get(row.network) ?? 0) + 1);
    },
    forget: (row: CountedReport) => {
      reporters.delete(row.reporter);
      if (isFailure(row.outcome)) bad.set(row.target, (bad.get(row.target) ?? 1) - 1);
      networkCounts.set(row.network, (networkCounts.get(row.network) ?? 1) - 1);
    },
  };
};

/** Expects a release with an unfinished rollout; counts in order. */
export const settleReports = (
  reports: readonly PendingReport[],
  rollout: Rollout,
  ledger: ReportLedger,
): SettledReports => {
  const own = createLedger(ledger);
  const sample = createReporterSample(ledger.step);
  const removed: string[] = [];
  const rows = new Map<string, CountedReport>();
  const entries: EvidenceEntry[] = [];

  const refuse = (report: PendingReport, before: CountedReport | undefined): ReportResult | undefined => {
    if (before !== undefined && !isWorse(report.outcome, before.outcome)) return 'repeated';
    if (report.position * 1000 >= rollout.permille) return 'outside';
    if (before === undefined && !sample.accepts(report.reporter)) return 'full';
    if (before === undefined && own.isCrowded(report.network)) return 'crowded';
    return isFailure(report.outcome) && !own.isProven(report.target) ? 'unproven' : undefined;
  };

  const outcomesOf = (outcome: CountedReport['outcome'], count: 1 | -1): Outcomes =>
    isFailure(outcome) ? { bad: count, good: 0 } : { bad: 0, good: count };

  /** Removes a reporter from the sample and subtracts its outcome. */
  const remove = (sampled: CountedReport): void => {
    const row = own.find(sampled.reporter) ?? sampled;
    own.forget(row);
    rows.delete(row.reporter);
    removed.push(row.reporter);
    entries.push(entryOf(row, outcomesOf(row.outcome, -1), rollout));
  };

  const count = ({ reporter, network, outcome, target }: PendingReport): ReportResult => {
    const before = own.find(reporter);
    const row = { reporter, network, outcome, target, round: rollout.round, lap: ledger.lap };
    own.note(row, before);
    rows.set(reporter, row);
    entries.push(entryOf(row, outcomesOf(outcome, 1), rollout));
    if (before !== undefined) entries.push(entryOf(before, { bad: 0, good: -1 }, rollout));
    const replaced = before === undefined ? sample.add(row) : undefined;
    if (replaced !== undefined) remove(replaced);
    return 'counted';
  };

  const results = reports.map((report): ReportResult => {
    const before = own.find(report.reporter);
    if (before !== undefined && isFailure(before.outcome)) {
      // It already counts as bad; only the stored outcome gets worse.
      if (isWorse(report.outcome, before.outcome))
        rows.set(before.reporter, own.replace({ ...before, outcome: report.outcome }));
      return 'repeated';
    }
    return refuse(report, before) ?? count(report);
  });
  return { results, reports: [...rows.values()], entries: addUp(entries), removed };
};
