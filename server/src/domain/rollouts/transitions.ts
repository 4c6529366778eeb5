import { hourOf, type Instant } from '../model/instant.ts';
import {
  type Rollout,
  type RolloutPlan,
  type RolloutStep,
  type RolloutStop,
  wholePermille,
} from '../model/rollout.ts';

/* State transitions of a rollout. Pure: the caller holds the app's lock and writes the result. */

/** The first step is the start. */
export interface RolloutRequest extends RolloutPlan {
  steps: readonly [RolloutStep, ...RolloutStep[]];
}

/** Done at 100 %, unless a brake holds a target, which needs a person. */
const settled = (rollout: Rollout): Rollout =>
  rollout.state === 'rolling' && rollout.permille === wholePermille && rollout.brakedTargets.length === 0
    ? { ...rollout, state: 'done', steps: [], stopped: undefined, capReached: false }
    : rollout;

/** Restarts the step's time and evidence, and resets the cap. */
const moveTo = (rollout: Rollout, permille: number, at: Instant): Rollout =>
  settled({
    ...rollout,
    permille,
    steppedAt: at,
    stepNumber: rollout.stepNumber + 1,
    capReached: false,
  });

/** Starts a new plan at its first step. Stopped rollouts and targets stay stopped; the seed stays, too. */
export const applyPlan = (
  { steps: [first, ...rest], ...plan }: RolloutRequest,
  before: Pick<Rollout, 'releaseId' | 'seed' | 'state' | 'stopped' | 'round' | 'brakedTargets'>,
  at: Instant,
): Rollout =>
  settled({
    ...plan,
    ...before,
    permille: first.permille,
    steps: rest,
    steppedAt: at,
    round: before.round + 1,
    since: at,
    stepNumber: 0,
    capReached: false,
  });

/** From planned to rolling at publish; `seed` comes from the unfinished rollout it replaces. */
export const applyStart = (rollout: Rollout, seed: number | undefined, at: Instant): Rollout =>
  settled({
    ...rollout,
    state: 'rolling',
    seed: seed ?? rollout.seed,
    steppedAt: at,
    // Nothing happened before, so the whole hour counts.
    since: hourOf(at),
  });

/** Undefined if no step is left. */
export const applyNextStep = (rollout: Rollout, at: Instant): Rollout | undefined => {
  const [next, ...rest] = rollout.steps;
  return next && moveTo({ ...rollout, steps: rest }, next.permille, at);
};

/** Ends the schedule. */
export const applyPercent = (rollout: Rollout, permille: number, at: Instant): Rollout =>
  moveTo({ ...rollout, steps: [] }, permille, at);

/** A rollout that is already stopped keeps its cause. */
export const applyPause = (rollout: Rollout, stopped: RolloutStop): Rollout =>
  rollout.state === 'rolling' ? { ...rollout, state: 'paused', stopped } : rollout;

/** Whether the rollout or a braked target needs a person. */
const isStopped = ({ state, brakedTargets }: Rollout): boolean =>
  state !== 'rolling' || brakedTargets.length > 0;

/** Continues with the same clients on every target; earlier evidence no longer counts. */
export const applyResume = (rollout: Rollout, permille: number | undefined, at: Instant): Rollout => {
  if (!isStopped(rollout)) return rollout;
  const rolling: Rollout = {
    ...rollout,
    state: 'rolling',
    stopped: undefined,
    steppedAt: at,
    round: rollout.round + 1,
    since: at,
    stepNumber: 0,
    brakedTargets: [],
  };
  return permille === undefined ? settled(rolling) : settled({ ...rolling, permille, steps: [] });
};

/** Includes targets stopped by a brake. */
export const applyComplete = (rollout: Rollout, at: Instant): Rollout =>
  applyPercent({ ...rollout, state: 'rolling', stopped: undefined, brakedTargets: [] }, wholePermille, at);
