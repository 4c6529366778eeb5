import type { CountedReport } from '../model/report.ts';
import type { Rollout } from '../model/rollout.ts';

/** Who reported of releases that are rolling. */
export interface Reports {
  /** Those of these reporters who were counted. */
  findReports(releaseId: string, reporters: readonly string[]): Promise<CountedReport[]>;
  /** How many reporters were counted in each of these networks; those with none are left out. */
  countReporters(releaseId: string, networks: readonly number[]): Promise<Map<number, number>>;
  /** Those with the highest hashes that were counted in a round since a lap began, highest first. */
  listHighestReporters(
    releaseId: string,
    since: { round: number; firstLap: number },
    limit: number,
  ): Promise<CountedReport[]>;
  /** The rollouts that are done or stopped and of which reporters are kept. */
  listReported(): Promise<Rollout[]>;
}

/** How they change, inside a transaction. */
export interface ReportChanges {
  /** Inserts reporters, or replaces what is known of them. */
  putReports(releaseId: string, reports: readonly CountedReport[]): Promise<void>;
  /** Forgets these reporters; fine where there are none. */
  removeReports(releaseId: string, reporters: readonly string[]): Promise<void>;
  /** Forgets all reporters of a release; says how many. */
  forgetReports(releaseId: string): Promise<number>;
}
