import {
  countOutcomes,
  noOutcomes,
  type Outcomes,
  sumOutcomes,
  type WindowOutcomes,
} from '../model/evidence-window.ts';
import type { Brakes } from '../model/rollout.ts';

/*
 * Decides when to stop a rollout: a sequential probability ratio test of the bad against the acceptable failure rate.
 * While the release is acceptable the likelihood ratio is a martingale that starts at 1, so the chance that it ever
 * reaches 1/a is at most a (Ville's inequality), however often it is tested. Hence no minimum sample, window or
 * interval needs tuning, as long as outcomes are independent.
 * Half of a source's error rate goes to the whole release; the targets share the other half. Each share is split
 * between starting points: four fifths for the beginning, which lets five failures of five stop it. Later windows share
 * the last fifth, the k-th of them 1/(k(k-1)), which for all k from 2 on adds up to 1.
 */

/** The chance that a source wrongly stops an acceptable phase, in whole or for a target. */
const errorRate = 0.001;
const wholeShare = 0.5;
const beginningShare = 0.8;

/** A target stops alone only with this many outcomes of the others. */
const othersOutcomes = 20;

/** Evidence against a release or target; it halts at a ratio of 1. */
export interface TestStatistic extends Outcomes {
  target: string | undefined;
  ratio: number;
}

/** The whole release and each reported target; `halt` names what must stop. */
export interface TestResult {
  statistics: readonly [TestStatistic, ...TestStatistic[]];
  halt: { target: string | undefined; bad: number; good: number } | undefined;
}

/** Log likelihood ratio of a bad against an acceptable release. */
const logRatio = ({ bad, good }: Outcomes, brakes: Brakes): number => {
  const [p0, p1] = [brakes.acceptable / 100, brakes.bad / 100];
  return bad * Math.log(p1 / p0) + good * Math.log((1 - p1) / (1 - p0));
};

const shareOf = (windowNumber: number): number =>
  windowNumber === 1 ? beginningShare : (1 - beginningShare) / (windowNumber * (windowNumber - 1));

/** Starting windows: the first, the step's first, and the current one. */
const beginnings = (counted: readonly WindowOutcomes[]): number[] => {
  const last = counted.reduce((latest, one) => (one.lap > latest.lap ? one : latest), { lap: 1, step: 0 });
  const ofStep = counted
    .filter(({ step }) => step === last.step)
    .map(({ lap: windowNumber }) => windowNumber);
  return [...new Set([1, Math.min(last.lap, ...ofStep), last.lap])];
};

interface TestOptions {
  brakes: Brakes;
  /** This test's part of the error rate. */
  share: number;
  from: readonly number[];
}

/** The worst over all starting points, relative to the halt threshold. */
const ratioOf = (counted: readonly WindowOutcomes[], { brakes, share, from }: TestOptions): number =>
  Math.max(
    ...from.map((first) => {
      const since = sumOutcomes(counted.filter(({ lap: windowNumber }) => windowNumber >= first));
      return logRatio(since, brakes) / Math.log(1 / (errorRate * share * shareOf(first)));
    }),
  );

const computeStatistic = (
  target: string | undefined,
  counted: readonly WindowOutcomes[],
  options: TestOptions,
): TestStatistic => ({
  target,
  ...sumOutcomes(counted),
  ratio: ratioOf(counted, options),
});

/** Whether only this target is bad: the others have enough outcomes, and at most the weight of one failure. */
const isAlone = (target: string, counted: readonly WindowOutcomes[], brakes: Brakes): boolean => {
  const others = sumOutcomes(counted.filter((one) => one.target !== target));
  return (
    countOutcomes(others) >= othersOutcomes &&
    logRatio(others, brakes) <= logRatio({ bad: 1, good: 0 }, brakes)
  );
};

/** Tests one source in one phase; held targets are excluded. */
export const runSequentialTest = (
  counted: readonly WindowOutcomes[],
  brakes: Brakes,
  { targets, heldTargets }: { targets: readonly string[]; heldTargets: readonly string[] },
): TestResult => {
  const from = beginnings(counted);
  const byTarget = Map.groupBy(counted, ({ target }) => target);
  const isStanding = (target: string | undefined) => target === undefined || !heldTargets.includes(target);
  const standing = [...byTarget].flatMap(([target, own]) => (isStanding(target) ? own : []));
  const whole = computeStatistic(undefined, standing, { brakes, from, share: wholeShare });
  const share = (1 - wholeShare) / Math.max(targets.length, 1);
  const each = targets.flatMap((target) => {
    const own = byTarget.get(target);
    return own === undefined ? [] : [{ ...computeStatistic(target, own, { brakes, from, share }), target }];
  });
  const statistics = [
    { ...whole, ...(counted.length === 0 ? noOutcomes : sumOutcomes(counted)) },
    ...each,
  ] as const;
  const [worst] = each.filter(({ target }) => isStanding(target)).sort((a, b) => b.ratio - a.ratio);
  const isOwn = worst !== undefined && isAlone(worst.target, standing, brakes);
  if (worst !== undefined && isOwn && (worst.ratio >= 1 || whole.ratio >= 1))
    return { statistics, halt: worst };
  if (whole.ratio >= 1) return { statistics, halt: whole };
  return { statistics, halt: worst !== undefined && worst.ratio >= 1 ? worst : undefined };
};

/** The average number of outcomes to stop a release with this failure rate; undefined if it never stops. */
export const outcomesUntilHalt = (failing: number, brakes: Brakes): number | undefined => {
  const gain = logRatio({ bad: failing / 100, good: 1 - failing / 100 }, brakes);
  const needed = Math.log(1 / (errorRate * wholeShare * beginningShare));
  return gain <= 0 ? undefined : Math.ceil(needed / gain);
};
