import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAlive, missingIn, runDemo } from './run-demo.ts';

describe('the demo of a rollout', () => {
  test('shows who gets a release, the failures, the halt and the rescue, and cleans up', async () => {
    const { code, stdout, stderr, pid, left } = await runDemo(['rollout']);
    assert.equal(stderr, '');
    assert.equal(code, 0);
    const story = [
      'Version 1.1.0 is published, for everyone',
      'Version 1.2.0 is published with a rollout: 1 %',
      'are offered 1.2.0; all others 1.1.0',
      'each is offered the same',
      'is offered 1.2.0',
      'POST …/health → 200',
      'The brake halts the rollout: “health: 6 of 12 outcomes were bad”',
      'Nobody is offered 1.2.0; all 2,000 are offered 1.1.0',
      'nobody is taken back',
      'Who has 1.2.0 is offered 1.2.1 at once',
      'slipway rollout resume 1.2.0',
    ];
    assert.deepEqual(missingIn(stdout, story), [], stdout);
    assert.equal(isAlive(pid), false);
    assert.deepEqual(left, []);
  });

  test('is one of two stories', async () => {
    const { code, stderr } = await runDemo(['nothing']);
    assert.equal(code, 2);
    assert.match(stderr, /There are: release, rollout\./);
  });
});
