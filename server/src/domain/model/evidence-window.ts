import { bounds } from './bounds.ts';
import type { EvidenceSource } from './rollout.ts';

/** How many clients a release did good or bad to, as far as was told. */
export interface Outcomes {
  bad: number;
  good: number;
}

/**
 * Outcomes of one lap of a round. Laps are numbered from 1; one begins with each step, and when the one before is long
 * enough, so that a release that turns bad is not outweighed by all the good that was told of it before.
 */
export interface WindowOutcomes extends Outcomes {
  step: number;
  lap: number;
  source: EvidenceSource;
  /** Undefined where it was told of none. */
  target: string | undefined;
}

export const noOutcomes: Outcomes = { bad: 0, good: 0 };

export const sumOutcomes = (counted: Iterable<Outcomes>): Outcomes => {
  let [bad, good] = [0, 0];
  for (const one of counted) {
    bad += one.bad;
    good += one.good;
  }
  return { bad, good };
};

export const countOutcomes = ({ bad, good }: Outcomes): number => bad + good;

/** A lap is over when it has so many outcomes, and this share of all: the number of laps stays small for ever. */
const lapOutcomes = 1000;
const lapShare = 1 / 16;

/** The lap in which outcomes of a source count that arrive now, after those that were counted in this round. */
export const windowAt = (step: number, counted: readonly WindowOutcomes[]): number => {
  const lap = counted.reduce((last, one) => Math.max(last, one.lap), 0);
  const present = counted.filter((one) => one.lap === lap);
  if (present.length === 0) return 1;
  const length = countOutcomes(sumOutcomes(present));
  const isOver = length >= lapOutcomes && length >= lapShare * countOutcomes(sumOutcomes(counted));
  const isNext = isOver || present.some((one) => one.step !== step);
  return isNext && lap < bounds.lapsOfRound ? lap + 1 : lap;
};
