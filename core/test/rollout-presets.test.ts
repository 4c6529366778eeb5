import assert from 'node:assert/strict';
import test from 'node:test';
import { rolloutPresets } from '../src/rollout-presets.ts';

test('every preset rises to 100 %, and only its first step has no wait', () => {
  assert.deepEqual(rolloutPresets.fast, [
    { percent: 10 },
    { percent: 50, afterHours: 6 },
    { percent: 100, afterHours: 6 },
  ]);
  for (const [name, steps] of Object.entries(rolloutPresets)) {
    const percents = steps.map(({ percent }) => percent);
    assert.deepEqual(
      percents,
      percents.toSorted((a, b) => a - b),
      name,
    );
    assert.equal(percents.at(-1), 100, name);
    assert.deepEqual(
      steps.map(({ afterHours }) => afterHours === undefined),
      steps.map((_, at) => at === 0),
      name,
    );
  }
});
