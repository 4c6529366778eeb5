import {
  countOutcomes,
  noOutcomes,
  type Outcomes,
  sumOutcomes,
  type WindowOutcomes,
} from '../model/evidence-window.ts';
import type { Brakes } from '../model/rollout.ts';

/*
 * When to stop a rollout: a sequential probability ratio test of "as many bad outcomes as are bad" against "as many as
 * are acceptable". The ratio of the two likelihoods is, while the release is acceptable, a martingale that begins with
 * 1: the chance that it ever reaches 1/a is at most a (Ville's inequality), however often one looks. So there is no
 * minimum sample, no window and no pause between looks to be tuned, as long as outcomes are independent.
 *
 * Of a source's error rate the whole has one half and the targets share the other. Each share is divided among the
 * moments from which is counted: four fifths are the beginning's, which leaves five failures of five to stop it; the
 * laps that begin later share the last fifth, the k-th of them 1/(k(k-1)), which for all k from 2 on adds up to 1.
 */

/** The chance that a source stops, in whole or for a target, a round of a rollout that is acceptable. */
const errorRate = 0.001;
const wholeShare = 0.5;
const beginningShare = 0.8;

/** From so many outcomes of the others on, a target that alone is bad is stopped alone. */
const othersOutcomes = 20;

/** What speaks against a release, or one target of it, and how far that is from a halt: at 1 it halts. */
export interface TestStatistic extends Outcomes {
  target: string | undefined;
  ratio: number;
}

/** The whole and each target that was told of; `halt` says what has to stop. */
export interface TestResult {
  weighed: readonly [TestStatistic, ...TestStatistic[]];
  halt: { target: string | undefined; bad: number; good: number } | undefined;
}

/** The logarithm of how much likelier outcomes are for a bad release than for an acceptable one. */
const logRatio = ({ bad, good }: Outcomes, brakes: Brakes): number => {
  const [p0, p1] = [brakes.acceptable / 100, brakes.bad / 100];
  return bad * Math.log(p1 / p0) + good * Math.log((1 - p1) / (1 - p0));
};

const shareOf = (lap: number): number =>
  lap === 1 ? beginningShare : (1 - beginningShare) / (lap * (lap - 1));

/** The laps from whose beginning is counted: the first, the step's first, the present one. */
const beginnings = (counted: readonly WindowOutcomes[]): number[] => {
  const last = counted.reduce((latest, one) => (one.lap > latest.lap ? one : latest), { lap: 1, step: 0 });
  const ofStep = counted.filter(({ step }) => step === last.step).map(({ lap }) => lap);
  return [...new Set([1, Math.min(last.lap, ...ofStep), last.lap])];
};

interface Scales {
  brakes: Brakes;
  /** The part of the error rate that this test has. */
  share: number;
  from: readonly number[];
}

/** The worst that is seen from any beginning, as a part of what halts. */
const ratioOf = (counted: readonly WindowOutcomes[], { brakes, share, from }: Scales): number =>
  Math.max(
    ...from.map((first) => {
      const since = sumOutcomes(counted.filter(({ lap }) => lap >= first));
      return logRatio(since, brakes) / Math.log(1 / (errorRate * share * shareOf(first)));
    }),
  );

const weigh = (
  target: string | undefined,
  counted: readonly WindowOutcomes[],
  scales: Scales,
): TestStatistic => ({
  target,
  ...sumOutcomes(counted),
  ratio: ratioOf(counted, scales),
});

/** Whether a target is bad by itself: enough was told of the others, and no more against them than one bad outcome is. */
const isAlone = (target: string, counted: readonly WindowOutcomes[], brakes: Brakes): boolean => {
  const others = sumOutcomes(counted.filter((one) => one.target !== target));
  return (
    countOutcomes(others) >= othersOutcomes &&
    logRatio(others, brakes) <= logRatio({ bad: 1, good: 0 }, brakes)
  );
};

/** Judges the outcomes that one source told of in one round, of a release with these targets; held ones are out already. */
export const runSequentialTest = (
  counted: readonly WindowOutcomes[],
  brakes: Brakes,
  { targets, held }: { targets: readonly string[]; held: readonly string[] },
): TestResult => {
  const from = beginnings(counted);
  const byTarget = Map.groupBy(counted, ({ target }) => target);
  const isStanding = (target: string | undefined) => target === undefined || !held.includes(target);
  const standing = [...byTarget].flatMap(([target, own]) => (isStanding(target) ? own : []));
  const whole = weigh(undefined, standing, { brakes, from, share: wholeShare });
  const share = (1 - wholeShare) / Math.max(targets.length, 1);
  const each = targets.flatMap((target) => {
    const own = byTarget.get(target);
    return own === undefined ? [] : [{ ...weigh(target, own, { brakes, from, share }), target }];
  });
  const weighed = [
    { ...whole, ...(counted.length === 0 ? noOutcomes : sumOutcomes(counted)) },
    ...each,
  ] as const;
  const [worst] = each.filter(({ target }) => isStanding(target)).sort((a, b) => b.ratio - a.ratio);
  const isOwn = worst !== undefined && isAlone(worst.target, standing, brakes);
  if (worst !== undefined && isOwn && (worst.ratio >= 1 || whole.ratio >= 1)) return { weighed, halt: worst };
  if (whole.ratio >= 1) return { weighed, halt: whole };
  return { weighed, halt: worst !== undefined && worst.ratio >= 1 ? worst : undefined };
};

/** How many outcomes it takes on average to stop a release that fails on so many percent of machines; undefined if none do. */
export const outcomesUntilHalt = (failing: number, brakes: Brakes): number | undefined => {
  const gain = logRatio({ bad: failing / 100, good: 1 - failing / 100 }, brakes);
  const needed = Math.log(1 / (errorRate * wholeShare * beginningShare));
  return gain <= 0 ? undefined : Math.ceil(needed / gain);
};
