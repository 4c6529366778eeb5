/*
 * What an installed copy says of a release that it was given: anyone's word. Of who says it two hashes are kept while the
 * rollout lasts, salted by its seed, so that one copy, and one network, counts only so often.
 */

/** From the best to the worst. */
export const reportOutcomes = ['installed', 'failed', 'crashed'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** Whether an outcome speaks against the release. */
export const isFailure = (outcome: ReportOutcome): boolean => outcome !== 'installed';

/** Of two outcomes of one reporter the worse counts. */
export const isWorse = (outcome: ReportOutcome, than: ReportOutcome): boolean =>
  reportOutcomes.indexOf(outcome) > reportOutcomes.indexOf(than);

/** What is reported; the release is found by its version. */
export interface Report {
  version: string;
  target: string;
  outcome: ReportOutcome;
  channel?: string | undefined;
}

/**
 * What becomes of a report: `counted`; `repeated`, no worse than what was heard before; `unknown`, of nothing that is
 * rolling out; `off`, the publisher listens to none; `chosen`, a tester or someone who pressed a button; `outside` of the
 * percent; `crowded`, enough were heard of that network; `unproven`, more bad ones than downloads; `full`; `dropped`, too
 * many were waiting.
 */
export type ReportResult =
  | 'counted'
  | 'repeated'
  | 'unknown'
  | 'off'
  | 'chosen'
  | 'outside'
  | 'crowded'
  | 'unproven'
  | 'full'
  | 'dropped';

/** Who reports, as a hash of 64 bits, and the network, as one of 16: many networks share each. */
interface Reporter {
  reporter: string;
  network: number;
}

/** A report that waits to be counted. */
export interface PendingReport extends Reporter {
  app: string;
  releaseId: string;
  target: string;
  outcome: ReportOutcome;
  /** The reporter's place in the rollout's order, 0 to 1. */
  position: number;
}

/** The outcome of a reporter, and where it counts. */
export interface CountedReport extends Reporter {
  outcome: ReportOutcome;
  target: string;
  round: number;
  lap: number;
}
