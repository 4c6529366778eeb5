import { type WindowOutcomes, windowAt } from '../../../src/domain/model/evidence-window.ts';
import { type Brakes, defaultBrakes } from '../../../src/domain/model/rollout.ts';
import { runSequentialTest } from '../../../src/domain/rollouts/sequential-test.ts';

/** Deterministic pseudo-random numbers from 0 to 1 (splitmix32). */
export const randomFrom = (seed: number) => {
  let state = seed | 0;
  return (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
};

export interface Course {
  seed: number;
  outcomes: number;
  /** The probability of a bad outcome for a target, after this many outcomes. */
  rate: (target: string, count: number) => number;
  targets?: readonly string[];
  /** Numbers of outcomes that trigger the next step. */
  steps?: readonly number[];
  brakes?: Brakes;
}

/** Counts outcomes as the store does. */
const createCounting = () => {
  const counted: WindowOutcomes[] = [];
  const open = new Map<string, WindowOutcomes>();
  let windowNumber = 0;
  let fresh = 0;
  const cell = (step: number, target: string): WindowOutcomes => {
    const existing = open.get(target);
    if (existing !== undefined) return existing;
    const made: WindowOutcomes = { step, lap: windowNumber, source: 'health', target, bad: 0, good: 0 };
    open.set(target, made);
    counted.push(made);
    return made;
  };
  const add = (step: number, target: string, isBad: boolean): void => {
    // Outcomes arrive one by one, so the end of a window need not be checked after each.
    if (fresh-- <= 0 || open.values().next().value?.step !== step) {
      const present = windowAt(step, counted);
      if (present !== windowNumber) open.clear();
      windowNumber = present;
      fresh = 25;
    }
    cell(step, target)[isBad ? 'bad' : 'good'] += 1;
  };
  return { counted, add };
};

/** The outcome number and target of the first halt; undefined if there is none. */
export const haltOf = ({
  seed,
  outcomes,
  rate,
  targets = ['all'],
  steps = [],
  brakes = defaultBrakes,
}: Course) => {
  const random = randomFrom(seed);
  const { counted, add } = createCounting();
  for (let count = 0; count < outcomes; count++) {
    const target = targets[Math.floor(random() * targets.length)] ?? '';
    const isBad = random() < rate(target, count);
    const step = steps.filter((after) => count >= after).length;
    add(step, target, isBad);
    // A good outcome never leads to a halt, so checking after each bad one suffices.
    if (!isBad) continue;
    const { halt } = runSequentialTest(counted, brakes, { targets, heldTargets: [] });
    if (halt !== undefined) return { after: count + 1, target: halt.target };
  }
  return undefined;
};
