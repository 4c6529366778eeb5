/*
 * A client's report about its release, which is untrusted. While the rollout lasts two hashes of the reporter are
 * stored, salted by its seed, so that one client and one network count only so often.
 */

/** From best to worst. */
export const reportOutcomes = ['installed', 'failed', 'crashed'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

export const isFailure = (outcome: ReportOutcome): boolean => outcome !== 'installed';

/** If a reporter sends two outcomes, the worse one counts. */
export const isWorse = (outcome: ReportOutcome, than: ReportOutcome): boolean =>
  reportOutcomes.indexOf(outcome) > reportOutcomes.indexOf(than);

/** The version identifies the release. */
export interface Report {
  version: string;
  target: string;
  outcome: ReportOutcome;
  channel?: string | undefined;
}

/**
 * The result of a report: `counted`; `repeated`, no worse than before; `unknown`, not rolling out; `off`, disabled by
 * the publisher; `chosen`, a tester or a manual check; `outside` the percentage; `crowded`, the network reached its
 * limit; `unproven`, more failures than downloads; `full`; `dropped`, too many pending.
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

/** The reporter as a 64-bit hash, and the network as a 16-bit one that many networks share. */
interface Reporter {
  reporter: string;
  network: number;
}

export interface PendingReport extends Reporter {
  app: string;
  releaseId: string;
  target: string;
  outcome: ReportOutcome;
  /** The reporter's bucket, 0 to 1. */
  position: number;
}

export interface CountedReport extends Reporter {
  outcome: ReportOutcome;
  target: string;
  round: number;
  lap: number;
}
