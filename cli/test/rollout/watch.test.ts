import assert from 'node:assert/strict';
import test from 'node:test';
import { type Client, ProblemError, type Rollout } from '@slipway/api';
import { unreachableFailure } from '../../src/net/unreachable.ts';
import type { RolloutStatus } from '../../src/rollout/print-rollout.ts';
import { followRollout } from '../../src/rollout/watch.ts';
import { createTestContext } from '../terminal-context.ts';
import { exampleRollout } from './example.ts';

/* Tests the output and the exit of `rollout watch`. */

const named = { app: 'acme', id: 'rel_1', version: '1.4.0', channel: 'stable' };
const rolling = exampleRollout;
const at = '2026-03-14T10:00:00.000Z';
const stoppedBy = (by: NonNullable<Rollout['stopped']>['by'], reason: string): RolloutStatus => ({
  rollout: { ...rolling, state: 'paused', stopped: { by, reason, at } },
});
const evidence = (bad: number) => [{ source: 'health' as const, target: null, bad, good: 10, ratio: 0.2 }];

/** Feeds the responses to `rollout watch` one after the other. */
const watching = async (responses: (RolloutStatus | Error)[]) => {
  const { context, written } = createTestContext('/');
  let looks = 0;
  const getRollout = async () => {
    const one = responses[looks];
    looks += 1;
    if (one === undefined) throw new Error('It was looked at once more.');
    if (one instanceof Error) throw one;
    return one;
  };
  const client = () => ({ getRollout }) as unknown as Client;
  const ended = await followRollout(named, 0.001, { ...context, client }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { ended, written, looks };
};

test('watch ends when the release is for everyone, and prints each change once', async () => {
  const { ended, written, looks } = await watching([
    { rollout: rolling },
    { rollout: rolling },
    { rollout: { ...rolling, percent: 10, steps: rolling.steps.slice(1) } },
    stoppedBy('publisher', 'lunch'),
    { rollout: { ...rolling, state: 'done', percent: 100, steps: [] } },
  ]);
  assert.deepEqual([ended, looks], [undefined, 5]);
  const lines = written.stdout.trimEnd().split('\n');
  const messages = lines.filter((line) => !line.includes('Next:') && !line.includes('Resume:'));
  assert.deepEqual(
    messages.map((line) => line.slice(18)),
    [
      '1.4.0 on stable is rolling out at 1% (about 980 of 98,000 clients).',
      '1.4.0 on stable is rolling out at 10% (about 9,800 of 98,000 clients).',
      '1.4.0 on stable is paused at 1% (2026-03-14 10:00 UTC): lunch. Nobody is offered it; clients that have it keep it.',
      '1.4.0 on stable is available to everyone. The rollout is done.',
    ],
  );
});

test('watch exits with 1 and a hint after a halt, a newer release or a withdrawal', async () => {
  const halted = await watching([
    { rollout: rolling, evidence: evidence(1) },
    { rollout: rolling, evidence: evidence(1) },
    { rollout: rolling, evidence: evidence(4) },
    stoppedBy('brake', '5 of 5 outcomes are bad'),
  ]);
  assert.match(
    halted.written.stdout,
    /health: 1 failure in 11 outcomes\.[\s\S]*health: 4 failures in 14 outcomes\./,
  );
  assert.equal(halted.written.stdout.match(/1 failure in 11/g)?.length, 1);
  const failure = halted.ended as { exit: number; code: string; message: string; remedy: string };
  assert.deepEqual([failure.exit, failure.code], [1, 'rollout-halted']);
  assert.match(failure.message, /^1\.4\.0 on stable was halted by a brake at 1% .*5 of 5 outcomes are bad/);
  assert.match(failure.remedy, /rollout show 1\.4\.0.*releases withdraw 1\.4\.0.*rollout resume 1\.4\.0/);
  for (const by of ['superseded', 'withdrawn'] as const) {
    const { ended } = await watching([stoppedBy(by, '1.5.0 was published')]);
    assert.equal((ended as { code: string }).code, `rollout-${by}`);
  }
});

test('watch reports an unreachable server once and waits; a rejection ends it', async () => {
  const away = unreachableFailure(
    'http://a.example',
    Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
  );
  const busy = new ProblemError(503, undefined, null);
  const done: RolloutStatus = { rollout: { ...rolling, state: 'done' } };
  const { ended, written } = await watching([{ rollout: rolling }, away, busy, away, done]);
  assert.equal(ended, undefined);
  assert.equal(written.stderr.match(/Still watching/g)?.length, 1);
  const refused = await watching([new ProblemError(401, undefined, null)]);
  assert.ok(refused.ended instanceof ProblemError);
});
