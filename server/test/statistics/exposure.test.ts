import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exposuresOf } from './exposure.ts';

const size = 10_000;
const steps = [10, 100, 500] as const;
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

const assertNear = (exposed: readonly number[], limits: readonly number[]): void => {
  for (const [index, permille] of steps.entries()) {
    const expected = (size * permille) / 1000;
    const away = Math.abs((exposed[index] ?? 0) - expected);
    assert.ok(away <= (limits[index] ?? 0), `asked for ${expected}: ${exposed.join(', ')}`);
  }
};

describe('how many of 10,000 clients a rollout reaches in a day of each step: 1, 10 and 50 %', () => {
  for (const seed of seeds)
    test(`without IDs and with the exposure cap, as many as planned: fleet ${seed}`, () => {
      const exposed = exposuresOf({ size, seed, withId: 0, fleetSize: size }, steps);
      assertNear(exposed, [10, 50, 250]);
    });

  test('with IDs, as many as planned, within sampling error', () => {
    const sigmas = steps.map((permille) => 4 * Math.sqrt((size * permille * (1000 - permille)) / 1e6));
    for (const seed of seeds)
      assertNear(exposuresOf({ size, seed, withId: 1, fleetSize: undefined }, steps), sigmas);
  });

  test('half with IDs: slightly more than planned', () => {
    for (const seed of seeds.slice(0, 3))
      assertNear(exposuresOf({ size, seed, withId: 0.5, fleetSize: size }, steps), [30, 100, 250]);
  });

  test('without IDs and without the exposure cap, many more: addresses change', () => {
    const [, ten = 0, fifty = 0] = exposuresOf({ size, seed: 3, withId: 0, fleetSize: undefined }, steps);
    assert.ok(ten > 1400 && fifty > 5800, `${ten}, ${fifty}`);
  });

  test('with a fleet size that is too small: proportionally fewer', () => {
    const exposed = exposuresOf({ size, seed: 3, withId: 0, fleetSize: 0.8 * size }, steps);
    assert.deepEqual(
      exposed.map((one) => Math.round((one / size) * 100)),
      [1, 8, 40],
    );
  });
});
