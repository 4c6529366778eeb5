import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { type WindowOutcomes, windowAt } from '../../../src/domain/model/evidence-window.ts';
import { defaultBrakes } from '../../../src/domain/model/rollout.ts';
import { runSequentialTest } from '../../../src/domain/rollouts/sequential-test.ts';
import { type Course, haltOf } from './simulated-evidence.ts';

const of = (bad: number, good: number, more: Partial<WindowOutcomes> = {}): WindowOutcomes => ({
  ...{ step: 0, lap: 1, source: 'health', target: undefined },
  ...more,
  bad,
  good,
});

const none = { targets: ['linux', 'mac'], heldTargets: [] };

const runTest = (counted: WindowOutcomes[], where: { targets: string[]; heldTargets: string[] } = none) =>
  runSequentialTest(counted, defaultBrakes, where);

/** The number of outcomes until each seed is halted. */
const haltsOf = (seeds: number, course: Omit<Course, 'seed'>) =>
  Array.from({ length: seeds }, (_, seed) => haltOf({ ...course, seed: seed + 1 }));

describe('a brake', () => {
  it('stops at five failures of five, and never at four', () => {
    assert.equal(runTest([of(5, 0)]).halt?.target, undefined);
    assert.ok(runTest([of(5, 0)]).halt);
    assert.equal(runTest([of(4, 0)]).halt, undefined);
    for (const target of none.targets) {
      const own = runTest([of(5, 0, { target })]);
      assert.deepEqual(
        own.halt && [own.halt.target, own.halt.bad],
        [undefined, 5],
        'nothing is known of others',
      );
      assert.equal(runTest([of(4, 0, { target })]).halt, undefined);
    }
  });

  it('reports how close it is to a halt', () => {
    assert.deepEqual(runTest([]).statistics, [{ target: undefined, bad: 0, good: 0, ratio: 0 }]);
    const [whole, mac] = runTest([of(2, 10, { target: 'mac' }), of(1, 30)]).statistics;
    assert.deepEqual([whole.bad, whole.good, mac?.target, mac?.bad, mac?.good], [3, 40, 'mac', 2, 10]);
    assert.ok(whole.ratio > 0 && whole.ratio < 1, String(whole.ratio));
    assert.ok((mac?.ratio ?? 0) > 0 && (mac?.ratio ?? 1) < whole.ratio);
  });

  it('stops a single target if the others are good', () => {
    const counted = [of(0, 60, { target: 'linux' }), of(9, 20, { target: 'mac' })];
    assert.equal(runTest(counted).halt?.target, 'mac');
    const { halt } = runTest(counted, { targets: none.targets, heldTargets: ['mac'] });
    assert.equal(halt, undefined, 'what is held does not stop the others');
    const both = [of(9, 60, { target: 'linux' }), of(9, 20, { target: 'mac' })];
    assert.equal(runTest(both).halt?.target, undefined);
    assert.ok(runTest(both).halt, 'both are bad');
  });

  it('counts from the start, from the step and from the window', () => {
    const before = of(100, 20_000);
    assert.equal(runTest([before, of(6, 0, { lap: 2, step: 1 })]).halt, undefined);
    assert.ok(runTest([before, of(7, 0, { lap: 2, step: 1 })]).halt, 'since the step');
    const later = of(1, 3000, { lap: 2, step: 1 });
    assert.ok(runTest([before, later, of(9, 0, { lap: 3, step: 1 })]).halt, 'since the lap');
  });

  it('starts a window with each step and when the last one is large enough', () => {
    assert.equal(windowAt(0, []), 1);
    assert.equal(windowAt(0, [of(1, 998)]), 1);
    assert.equal(windowAt(0, [of(1, 999)]), 2);
    assert.equal(windowAt(1, [of(0, 1)]), 2);
    assert.equal(windowAt(1, [of(0, 100_000), of(0, 6000, { lap: 2, step: 1 })]), 2, 'a small part of all');
    assert.equal(windowAt(1, [of(0, 100_000), of(0, 7000, { lap: 2, step: 1 })]), 3);
    const last = of(0, 1, { lap: bounds.windowsOfPhase, step: 1 });
    assert.equal(windowAt(2, [last]), bounds.windowsOfPhase, 'there are only so many');
  });

  it('is fast for the maximum number of windows and targets', (t) => {
    const many = Array.from({ length: bounds.artifactsOfRelease }, (_, number) => `linux-${number}`);
    const windows = Array.from({ length: bounds.windowsOfPhase }, (_, number) => number + 1);
    const counted = windows.flatMap((windowNumber) =>
      many.map((target) => of(0, 1, { lap: windowNumber, step: windowNumber, target })),
    );
    const costs = Array.from({ length: 10 }, () => {
      const before = process.cpuUsage();
      runSequentialTest(counted, defaultBrakes, { targets: many, heldTargets: [] });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    t.diagnostic(`${Math.min(...costs)} ms`);
    assert.ok(Math.min(...costs) < 40, `${Math.min(...costs)} ms`);
  });

  it('does not stop an acceptable release', () => {
    const steps = [200, 2000];
    const calm = haltsOf(100, { outcomes: 4000, steps, rate: () => 0.01 });
    assert.deepEqual(calm.filter(Boolean), []);
  });

  it('stops 30 % of failures within 40 outcomes', () => {
    const halts = haltsOf(1000, { outcomes: 40, rate: () => 0.3 });
    assert.ok(halts.filter(Boolean).length >= 980, `${halts.filter(Boolean).length} of 1,000`);
  });

  it('stops a release that turns bad after 20,000 good outcomes, at a step or within one', () => {
    for (const steps of [
      [200, 2000],
      [200, 2000, 20_000],
    ]) {
      const rate = (_: string, count: number) => (count < 20_000 ? 0.005 : 0.3);
      for (const halt of haltsOf(3, { outcomes: 20_300, steps, rate }))
        assert.ok((halt?.after ?? 0) > 20_000);
    }
  });

  it('stops one target of four', () => {
    const targets = ['a', 'b', 'c', 'd'];
    const rate = (target: string) => (target === 'c' ? 0.3 : 0.01);
    const halts = haltsOf(100, { outcomes: 400, targets, rate });
    assert.equal(halts.filter((halt) => halt === undefined).length, 0);
    assert.ok(halts.filter((halt) => halt?.target === 'c').length >= 85);
  });
});
