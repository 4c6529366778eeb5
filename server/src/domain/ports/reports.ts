import type { CountedReport } from '../model/report.ts';
import type { Rollout } from '../model/rollout.ts';

/** Counted reporters of releases in rollout. */
export interface Reports {
  /** Leaves out reporters that were not counted. */
  findReports(releaseId: string, reporters: readonly string[]): Promise<CountedReport[]>;
  /** Reporters per network; networks without any are left out. */
  countReporters(releaseId: string, networks: readonly number[]): Promise<Map<number, number>>;
  /** The highest hashes counted in a phase since a window began, highest first. */
  listHighestReporters(
    releaseId: string,
    since: { round: number; firstWindow: number },
    limit: number,
  ): Promise<CountedReport[]>;
  /** Rollouts that are done or stopped and still have stored reporters. */
  listReportedRollouts(): Promise<Rollout[]>;
}

export interface ReportChanges {
  /** Inserts or replaces. */
  putReports(releaseId: string, reports: readonly CountedReport[]): Promise<void>;
  /** Idempotent. */
  removeReports(releaseId: string, reporters: readonly string[]): Promise<void>;
  /** Returns the number of deleted reporters. */
  deleteReports(releaseId: string): Promise<number>;
}
