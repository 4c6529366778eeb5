import { hourOf, type Instant } from '../model/instant.ts';
import {
  type Rollout,
  type RolloutPlan,
  type RolloutStep,
  type RolloutStop,
  wholePermille,
} from '../model/rollout.ts';

/* How a rollout moves from one state to the next. Pure: whoever calls holds the app's lock and writes what comes out. */

/** What a publisher asks for: the plan, and the steps, of which the first is where it begins. */
export interface RolloutRequest extends RolloutPlan {
  steps: readonly [RolloutStep, ...RolloutStep[]];
}

/** At 100 % it is done, unless a brake holds one of its targets: that one waits for a person. */
const settled = (rollout: Rollout): Rollout =>
  rollout.state === 'rolling' && rollout.permille === wholePermille && rollout.brakedTargets.length === 0
    ? { ...rollout, state: 'done', steps: [], stopped: undefined, capReached: false }
    : rollout;

/** At another percent; its hours and the evidence of the step begin anew, and the door opens. */
const moveTo = (rollout: Rollout, permille: number, at: Instant): Rollout =>
  settled({
    ...rollout,
    permille,
    steppedAt: at,
    stepNumber: rollout.stepNumber + 1,
    capReached: false,
  });

/** A new plan, at its first step. What is stopped stays so, single targets too; the order of the clients stays. */
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

/** From planned to rolling, with publishing; over an unfinished one it takes that one's order over. */
export const applyStart = (rollout: Rollout, seed: number | undefined, at: Instant): Rollout =>
  settled({
    ...rollout,
    state: 'rolling',
    seed: seed ?? rollout.seed,
    steppedAt: at,
    // Nothing happened to it before, so that the whole hour counts.
    since: hourOf(at),
  });

/** Takes the next step; undefined where none is left. */
export const applyNextStep = (rollout: Rollout, at: Instant): Rollout | undefined => {
  const [next, ...rest] = rollout.steps;
  return next && moveTo({ ...rollout, steps: rest }, next.permille, at);
};

/** Goes to a percent of someone's choice, which ends the schedule. */
export const applyPercent = (rollout: Rollout, permille: number, at: Instant): Rollout =>
  moveTo({ ...rollout, steps: [] }, permille, at);

/** Stops every offer. One that is stopped keeps its cause. */
export const applyPause = (rollout: Rollout, stopped: RolloutStop): Rollout =>
  rollout.state === 'rolling' ? { ...rollout, state: 'paused', stopped } : rollout;

/** Whether something of it waits for a person: the whole, or targets that a brake stopped by themselves. */
const isStopped = ({ state, brakedTargets }: Rollout): boolean =>
  state !== 'rolling' || brakedTargets.length > 0;

/** Goes on with the same clients, on every target; what spoke against it before does not count any more. */
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

/** For everyone, targets that a brake holds included. */
export const applyComplete = (rollout: Rollout, at: Instant): Rollout =>
  applyPercent({ ...rollout, state: 'rolling', stopped: undefined, brakedTargets: [] }, wholePermille, at);
