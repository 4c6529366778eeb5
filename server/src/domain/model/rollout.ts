import type { Instant } from './instant.ts';

/*
 * How a release reaches its clients bit by bit. A release without a rollout is for everyone. Who is in is computed from
 * the seed and never drawn: raising the percent only adds, and every node says the same.
 */

export type RolloutState = 'planned' | 'rolling' | 'paused' | 'done';

/** Who stopped it: a person, a brake, a newer release, or its own withdrawal. */
export type StoppedBy = 'publisher' | 'brake' | 'superseded' | 'withdrawn';

export interface RolloutStop {
  by: StoppedBy;
  reason: string;
  at: Instant;
}

/** What has to be there before a step is taken, beside the hours. */
export interface StepRequirements {
  /** A person takes it. */
  approval?: true;
  downloads?: number;
  outcomes?: number;
}

export interface RolloutStep {
  permille: number;
  /** Counted from the step before; a resume begins them anew. */
  afterHours: number;
  needs: StepRequirements;
}

/** What speaks for or against a release. */
export const evidenceSources = ['health', 'reports', 'silence'] as const;
export type EvidenceSource = (typeof evidenceSources)[number];

export type BrakeAction = 'halt' | 'warn' | 'off';

export type Brakes = Readonly<Record<EvidenceSource, BrakeAction>> & {
  /** Percent of bad outcomes that are no reason to stop. */
  readonly acceptable: number;
  /** Percent that are. */
  readonly bad: number;
};

/** What a publisher decides of a rollout. */
export interface RolloutPlan {
  withoutId: 'network' | 'hold';
  fleetSize: number | undefined;
  cohorts: readonly string[];
  /** Whether someone who presses "check now" is let in. */
  manual: boolean;
  /** Whether `latest` shows the release while it is rolling. */
  newInstalls: boolean;
  /** Whether clients of a version that was withdrawn or halted are let in. */
  rescue: boolean;
  brakes: Brakes;
}

export interface Rollout extends RolloutPlan {
  releaseId: string;
  /** Stored, so that every node counts the same clients in. */
  seed: number;
  permille: number;
  state: RolloutState;
  stopped: RolloutStop | undefined;
  /** Still to come. */
  steps: readonly RolloutStep[];
  steppedAt: Instant;
  /** Evidence is counted anew from each resume on, and apart for each step: where the present count began. */
  round: number;
  stepNumber: number;
  /** When the round began; unknown where that was before it was kept. */
  since?: Instant | undefined;
  /** Shut once as many downloaded as were asked for; clients without an id then wait for the next step. */
  capReached: boolean;
  /** Targets that a brake stopped by themselves. */
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

/** Whether it still stands between the release and some of its clients. */
export const isUnfinished = (rollout: Rollout | undefined): rollout is Rollout =>
  rollout !== undefined && rollout.state !== 'done';

/** Whether a website hands it out: to everyone, unless the publisher wants new installations to have it sooner. */
export const isForNewInstalls = (rollout: Rollout | undefined): boolean =>
  !isUnfinished(rollout) || (rollout.state === 'rolling' && rollout.newInstalls);

/** Percent as people write it. */
export const percentOf = (permille: number): number => permille / 10;
