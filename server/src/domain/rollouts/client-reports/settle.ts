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
 * What reports of one release come to, given all that was counted of it before. Pure: whoever calls holds the app's lock
 * and writes what comes out. Settled once more, the same reports change nothing.
 *
 * Each step counts `bounds.reportersOfStep` reporters. Of more, those with the lowest hashes count, whatever they report: an
 * even sample, so that a release that turns bad late is still noticed, and one that is good is not halted for its size.
 */

/** All that was counted before, and what bounds it. */
export interface ReportLedger {
  /** Those of the reporters who were heard before. */
  known: readonly CountedReport[];
  /** How many reporters there are of each network. */
  crowds: ReadonlyMap<number, number>;
  /** Of all rounds, by target. */
  told: ReadonlyMap<string | undefined, Outcomes>;
  /** Completed ones, by target. */
  downloads: ReadonlyMap<string, number>;
  /** Where outcomes count that arrive now. */
  lap: number;
  /** How many reporters count in this step, and of those the ones with the highest hashes, as far as room may be needed. */
  step: { count: number; highest: readonly CountedReport[] };
}

/** Outcomes to add where they belong; what turned out worse is taken back where it counted as good. */
export type EvidenceEntry = Omit<WindowOutcomes, 'source'> & { round: number };

export interface SettledReports {
  fates: ReportResult[];
  /** Reporters to remember, each once. */
  rows: CountedReport[];
  entries: EvidenceEntry[];
  /** Reporters that no longer count: others took their place in the sample. */
  removed: string[];
}

const entryOf = (
  { round, lap, target }: Pick<CountedReport, 'round' | 'lap' | 'target'>,
  outcomes: Outcomes,
  { stepNumber }: Rollout,
): EvidenceEntry => ({ round, step: stepNumber, lap, target, ...outcomes });

/** Entries of the same place as one. */
const addUp = (entries: readonly EvidenceEntry[]): EvidenceEntry[] => {
  const grouped = Map.groupBy(entries, ({ round, lap, target }) => `${round} ${lap} ${target}`);
  return [...grouped.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, ...sumOutcomes(same) }];
  });
};

const createLedger = ({ known, crowds, told, downloads }: ReportLedger) => {
  const reporters = new Map(known.map((one) => [one.reporter, one]));
  const crowd = new Map(crowds);
  const bad = new Map([...told].map(([target, outcomes]) => [target, outcomes.bad]));
  return {
    find: (reporter: string) => reporters.get(reporter),
    isCrowded: (network: number) => (crowd.get(network) ?? 0) >= bounds.reportersOfNetwork,
    /** Nobody fails on what nobody has: as many bad outcomes as downloads, and no more. */
    isProven: (target: string) => (bad.get(target) ?? 0) < (downloads.get(target) ?? 0),
    replace: (row: CountedReport): CountedReport => {
      reporters.set(row.reporter, row);
      return row;
    },
    note: (row: CountedReport, before: CountedReport | undefined) => {
      reporters.set(row.reporter, row);
      if (isFailure(row.outcome)) bad.set(row.target, (bad.get(row.target) ?? 0) + 1);
      if (before === undefined) crowd.set(row.network, (crowd.get(row.network) ?? 0) + 1);
    },
    forget: (row: CountedReport) => {
      reporters.delete(row.reporter);
      if (isFailure(row.outcome)) bad.set(row.target, (bad.get(row.target) ?? 1) - 1);
      crowd.set(row.network, (crowd.get(row.network) ?? 1) - 1);
    },
  };
};

/** Counts reports of a release whose rollout is not done, in their order. */
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
    if (before === undefined && !sample.takes(report.reporter)) return 'full';
    if (before === undefined && own.isCrowded(report.network)) return 'crowded';
    return isFailure(report.outcome) && !own.isProven(report.target) ? 'unproven' : undefined;
  };

  const outcomesOf = (outcome: CountedReport['outcome'], count: 1 | -1): Outcomes =>
    isFailure(outcome) ? { bad: count, good: 0 } : { bad: 0, good: count };

  /** Takes a reporter out of the sample, and its outcome back where it counted. */
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

  const fates = reports.map((report): ReportResult => {
    const before = own.find(report.reporter);
    if (before !== undefined && isFailure(before.outcome)) {
      // It counts as bad already; what is remembered of it is the worst.
      if (isWorse(report.outcome, before.outcome))
        rows.set(before.reporter, own.replace({ ...before, outcome: report.outcome }));
      return 'repeated';
    }
    return refuse(report, before) ?? count(report);
  });
  return { fates, rows: [...rows.values()], entries: addUp(entries), removed };
};
