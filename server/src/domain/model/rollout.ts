import type { Instant } from './instant.ts';

/*
 * A staged rollout. A release without one is for everyone. Membership is computed from the seed: raising the percentage
 * only adds clients, and every node gets the same result.
 */

export type RolloutState = 'planned' | 'rolling' | 'paused' | 'done';

/** A person, a brake, a newer release, or its own withdrawal. */
export type StoppedBy = 'publisher' | 'brake' | 'superseded' | 'withdrawn';

export interface RolloutStop {
  by: StoppedBy;
  reason: string;
  at: Instant;
}

/** Conditions for a step besides the time. */
export interface StepRequirements {
  /** A person approves it. */
  approval?: true;
  downloads?: number;
  outcomes?: number;
}

export interface RolloutStep {
  permille: number;
  /** Counted from the previous step; a resume restarts it. */
  afterHours: number;
  needs: StepRequirements;
}

export const evidenceSources = ['health', 'reports', 'silence'] as const;
export type EvidenceSource = (typeof evidenceSources)[number];

export type BrakeAction = 'halt' | 'warn' | 'off';

export type Brakes = Readonly<Record<EvidenceSource, BrakeAction>> & {
  /** The percentage of failures that is fine. */
  readonly acceptable: number;
  /** The percentage that stops the rollout. */
  readonly bad: number;
};

/** The publisher's choices. */
export interface RolloutPlan {
  withoutId: 'network' | 'hold';
  fleetSize: number | undefined;
  cohorts: readonly string[];
  /** Whether manual checks bypass the percentage. */
  manual: boolean;
  /** Whether `latest` shows the release while it is rolling. */
  newInstalls: boolean;
  /** Whether clients of withdrawn or halted versions bypass the percentage. */
  rescue: boolean;
  brakes: Brakes;
}

export interface Rollout extends RolloutPlan {
  releaseId: string;
  /** Stored, so that every node admits the same clients. */
  seed: number;
  permille: number;
  state: RolloutState;
  stopped: RolloutStop | undefined;
  /** Remaining steps. */
  steps: readonly RolloutStep[];
  steppedAt: Instant;
  /** Each resume starts a new phase, and evidence is counted per phase and step. */
  round: number;
  stepNumber: number;
  /** The start of the phase; unknown in older rows. */
  since?: Instant | undefined;
  /** Reached after the requested number of downloads; clients without an ID then wait for the next step. */
  capReached: boolean;
  /** Targets that a brake stopped individually. */
  brakedTargets: readonly string[];
}

export const wholePermille = 1000;

export const defaultBrakes: Brakes = {
  acceptable: 1,
  bad: 5,
  health: 'halt',
  reports: 'warn',
  silence: 'warn',
};

/** Whether it still excludes some clients. */
export const isUnfinished = (rollout: Rollout | undefined): rollout is Rollout =>
  rollout !== undefined && rollout.state !== 'done';

/** Whether new installs get it: once it is done, or earlier if the publisher wants that. */
export const isForNewInstalls = (rollout: Rollout | undefined): boolean =>
  !isUnfinished(rollout) || (rollout.state === 'rolling' && rollout.newInstalls);

export const percentOf = (permille: number): number => permille / 10;
