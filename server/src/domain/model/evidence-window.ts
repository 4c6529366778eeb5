import { bounds } from './bounds.ts';
import type { EvidenceSource } from './rollout.ts';

/** Reported successes and failures of a release. */
export interface Outcomes {
  bad: number;
  good: number;
}

/**
 * Outcomes of one window of a phase, numbered from 1. A new window begins with each step, and when the current one is
 * large enough, so that earlier successes cannot outweigh new failures.
 */
export interface WindowOutcomes extends Outcomes {
  step: number;
  lap: number;
  source: EvidenceSource;
  /** Undefined if the report named none. */
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

/** A window is full at this many outcomes and this share of the total, so the number of windows stays small. */
const minWindowOutcomes = 1000;
const minWindowShare = 1 / 16;

/** The window for outcomes that a source reports now. */
export const windowAt = (step: number, counted: readonly WindowOutcomes[]): number => {
  const windowNumber = counted.reduce((last, one) => Math.max(last, one.lap), 0);
  const present = counted.filter((one) => one.lap === windowNumber);
  if (present.length === 0) return 1;
  const length = countOutcomes(sumOutcomes(present));
  const isOver =
    length >= minWindowOutcomes && length >= minWindowShare * countOutcomes(sumOutcomes(counted));
  const isNext = isOver || present.some((one) => one.step !== step);
  return isNext && windowNumber < bounds.windowsOfPhase ? windowNumber + 1 : windowNumber;
};
