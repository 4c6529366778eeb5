import type { Event } from '../model/event.ts';
import { countOutcomes, sumOutcomes, type WindowOutcomes } from '../model/evidence-window.ts';
import { type Instant, secondsOf } from '../model/instant.ts';
import { percentOf, type Rollout } from '../model/rollout.ts';
import { applyHalt, findHalt, type Halt } from './brakes.ts';
import { isCapReached } from './exposure-cap.ts';
import type { TargetCheckIns } from './missing-check-ins.ts';
import { applyNextStep } from './transitions.ts';

/* The next automatic transition of a rollout. Pure: a job evaluates it, and again under the app's lock. */

export interface RolloutSnapshot {
  version: string;
  rollout: Rollout;
  /** Targets of the release that are not pruned. */
  targets: readonly string[];
  evidence: readonly WindowOutcomes[];
  checkIns: readonly TargetCheckIns[];
  downloads: number;
  fleetSize: number | undefined;
}

/** The new rollout and its audit event; a corrected time has none. */
export interface RolloutTransition {
  rollout: Rollout;
  event?: Event;
  halt?: Halt;
}

/** The current time and a function for past ones. */
export interface EvaluationTime {
  at: Instant;
  hoursAgo: (hours: number) => Instant;
  /** The shared database clock, or this node's; later times are in the future. */
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

/** Health reports only: untrusted client reports may stop a rollout but never advance it. */
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

/** Allowed clock skew between nodes. */
const toleratedSeconds = 60;

/** A step taken by a fast clock would delay the next one, so it counts as taken now. */
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

/** Priority: brake, future time, due step, exposure cap. Undefined if nothing is due. */
export const nextTransition = (
  snapshot: RolloutSnapshot,
  moment: EvaluationTime,
): RolloutTransition | undefined => {
  const halt = findHalt(snapshot.rollout, snapshot);
  if (halt !== undefined) return haltTransition(snapshot, halt, moment.at);
  return (
    clockTransition(snapshot, moment) ??
    (isDue(snapshot, moment) ? stepTransition(snapshot, moment.at) : undefined) ??
    capTransition(snapshot)
  );
};
