import type { Event } from '../model/event.ts';
import { countOutcomes, sumOutcomes, type WindowOutcomes } from '../model/evidence-window.ts';
import { type Instant, secondsOf } from '../model/instant.ts';
import { percentOf, type Rollout } from '../model/rollout.ts';
import { applyHalt, findHalt, type Halt } from './brakes.ts';
import { isCapReached } from './exposure-cap.ts';
import type { TargetCheckIns } from './missing-check-ins.ts';
import { applyNextStep } from './transitions.ts';

/* What a rollout that is rolling does next by itself. Pure: a job asks, and asks again under the app's lock. */

/** All that the decision looks at. */
export interface RolloutSnapshot {
  version: string;
  rollout: Rollout;
  /** The release's own, which are not pruned. */
  targets: readonly string[];
  evidence: readonly WindowOutcomes[];
  reached: readonly TargetCheckIns[];
  downloads: number;
  fleetSize: number | undefined;
}

/** The rollout as it is then, and what is written down of it; a corrected time is not. */
export interface RolloutTransition {
  rollout: Rollout;
  event?: Event;
  halt?: Halt;
}

/** The moment that it is, and the one that lies so many hours back. */
export interface EvaluationTime {
  at: Instant;
  hoursAgo: (hours: number) => Instant;
  /** The time by the clock that all nodes share, or else by this node's: what is later lies in the future. */
  reference: Instant;
}

export const haltTransition = (
  { version, rollout, targets }: Pick<RolloutSnapshot, 'version' | 'rollout' | 'targets'>,
  halt: Halt,
  at: Instant,
): RolloutTransition & { event: Event } => {
  const { source, target, bad, good, reason } = halt;
  const detail = { version, source, target: target ?? null, bad, good, reason };
  const event = { action: 'rollout.halt' as const, subject: rollout.releaseId, detail };
  return { rollout: applyHalt(rollout, halt, { targets, at }), event, halt };
};

/** Those that someone told with a key: strangers may stop a rollout, and never make it grow. */
const outcomesOf = (evidence: readonly WindowOutcomes[]): number =>
  countOutcomes(sumOutcomes(evidence.filter(({ source }) => source === 'health')));

const isDue = ({ rollout, evidence, downloads }: RolloutSnapshot, { hoursAgo }: EvaluationTime): boolean => {
  const [next] = rollout.steps;
  if (next === undefined || next.needs.approval === true) return false;
  const { downloads: neededDownloads = 0, outcomes = 0 } = next.needs;
  const isEnough = downloads >= neededDownloads && outcomesOf(evidence) >= outcomes;
  return isEnough && rollout.steppedAt <= hoursAgo(next.afterHours);
};

const stepTransition = (
  { version, rollout }: RolloutSnapshot,
  at: Instant,
): RolloutTransition | undefined => {
  const stepped = applyNextStep(rollout, at);
  if (stepped === undefined) return undefined;
  const action = stepped.state === 'done' ? ('rollout.complete' as const) : ('rollout.advance' as const);
  const detail = { version, from: percentOf(rollout.permille), to: percentOf(stepped.permille) };
  return { rollout: stepped, event: { action, subject: rollout.releaseId, detail } };
};

const capTransition = ({
  version,
  rollout,
  downloads,
  fleetSize,
}: RolloutSnapshot): RolloutTransition | undefined => {
  const { permille, withoutId, releaseId } = rollout;
  const capReached = withoutId === 'network' && isCapReached({ downloads, permille, fleetSize });
  if (capReached === rollout.capReached) return undefined;
  const detail = { version, isReached: capReached, downloads, fleetSize: fleetSize ?? null };
  return {
    rollout: { ...rollout, capReached },
    event: { action: 'rollout.cap', subject: releaseId, detail },
  };
};

/** Clocks of nodes differ by a little; a time that is further ahead is wrong. */
const toleratedSeconds = 60;

/** A step that a wrong clock took would keep the next one waiting until its time has come: it counts as taken now. */
const clockTransition = (
  { rollout }: RolloutSnapshot,
  { reference }: EvaluationTime,
): RolloutTransition | undefined => {
  const isAhead = (time: Instant): boolean => secondsOf(time) > secondsOf(reference) + toleratedSeconds;
  const { steppedAt, since } = rollout;
  const isSinceAhead = since !== undefined && isAhead(since);
  if (!isAhead(steppedAt) && !isSinceAhead) return undefined;
  return {
    rollout: {
      ...rollout,
      steppedAt: isAhead(steppedAt) ? reference : steppedAt,
      since: isSinceAhead ? reference : since,
    },
  };
};

/** A brake before all else; then a time that lies ahead; then a step that is due; then the door. Undefined where nothing is to be done. */
export const nextTransition = (
  seen: RolloutSnapshot,
  moment: EvaluationTime,
): RolloutTransition | undefined => {
  const halt = findHalt(seen.rollout, seen);
  if (halt !== undefined) return haltTransition(seen, halt, moment.at);
  return (
    clockTransition(seen, moment) ??
    (isDue(seen, moment) ? stepTransition(seen, moment.at) : undefined) ??
    capTransition(seen)
  );
};
