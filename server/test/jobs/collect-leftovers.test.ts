import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectGarbage } from '../../src/jobs/collect-garbage.ts';
import { createWorld } from '../domain/world.ts';

test('a failed sweep stops no other collection, and is reported', async () => {
  const { housekeeping } = createWorld();
  const removed: string[] = [];
  const away = new Error('the storage does not list uploads');
  const broken = { ...housekeeping, sweepLeftovers: () => Promise.reject(away) };
  const { run } = collectGarbage(broken, (what) => removed.push(what));
  await assert.rejects(run(), away);
  assert.deepEqual(removed, [
    'stale uploads',
    'orphaned objects',
    'reporters of finished rollouts',
    'sessions',
    'used tokens',
  ]);
});
