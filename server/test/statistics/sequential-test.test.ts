import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Course, haltOf } from '../domain/rollouts/simulated-evidence.ts';

/* Brakes with full sample sizes and fixed seeds, evaluated after every outcome. */

const four = ['linux', 'mac', 'windows', 'bsd'];
/** Numbers of outcomes that trigger the next step. */
const steps = [200, 2000, 10_000];

const play = (t: TestContext, runs: number, course: Omit<Course, 'seed'>) => {
  const halts = Array.from({ length: runs }, (_, seed) => haltOf({ ...course, seed: seed + 1 }));
  const after = halts.flatMap((halt) => (halt === undefined ? [] : [halt.after])).sort((a, b) => a - b);
  const median = after[Math.floor(after.length / 2)];
  const ninth = after[Math.floor(after.length * 0.9)];
  t.diagnostic(`${after.length} of ${runs} halted; median ${median}, 90th percentile ${ninth}`);
  return { halted: after.length, after, targets: halts.map((halt) => halt?.target) };
};

describe('brakes, in numbers', () => {
  it('wrongly halt at most 4 of 1,000 calm rollouts of 20,000 outcomes', (t) => {
    assert.ok(play(t, 1000, { outcomes: 20_000, steps, rate: () => 0.01 }).halted <= 4);
  });

  it('wrongly halt at most 4 of 1,000 calm rollouts with four targets, targets included', (t) => {
    assert.ok(play(t, 1000, { outcomes: 20_000, steps, targets: four, rate: () => 0.01 }).halted <= 4);
  });

  it('halt 30 % of failures within 40 outcomes in 98 of 100 runs', (t) => {
    assert.ok(play(t, 5000, { outcomes: 40, rate: () => 0.3 }).halted >= 4900);
  });

  it('halt 5 % of failures, always', (t) => {
    assert.equal(play(t, 300, { outcomes: 20_000, steps, rate: () => 0.05 }).halted, 300);
  });

  it('stop one target of four that fails on 30 %, mostly by itself', (t) => {
    const rate = (target: string) => (target === 'mac' ? 0.3 : 0.01);
    const { halted, targets } = play(t, 1000, { outcomes: 2000, targets: four, rate });
    assert.equal(halted, 1000);
    assert.ok(targets.filter((target) => target === 'mac').length >= 900);
    assert.ok(
      targets.every((target) => target === 'mac' || target === undefined),
      'never another',
    );
  });

  for (const [where, at] of [
    ['with a step', [200, 2000, 20_000]],
    ['in the middle of one', [200, 2000]],
  ] as const)
    it(`halt what turns bad after 20,000 good outcomes, ${where}`, (t) => {
      const rate = (_: string, outcomeCount: number) => (outcomeCount < 20_000 ? 0.005 : 0.3);
      const { halted, after } = play(t, 200, { outcomes: 20_300, steps: at, rate });
      assert.equal(halted, 200);
      assert.ok((after[0] ?? 0) > 20_000);
    });
});
