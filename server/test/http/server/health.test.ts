import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { createHealth } from '../../../src/health.ts';

test('a thousand requests within a second ping the database and the storage once', async () => {
  let pings = 0;
  let now = 0;
  let isAway = false;
  const ping = async () => {
    pings += 1;
    if (isAway) throw new Error('away');
  };
  const health = createHealth({ store: { ping }, blobs: { ping } }, () => now);
  await Promise.all(Array.from({ length: 1000 }, health));
  assert.equal(pings, 2);
  isAway = true;
  now = 999;
  assert.deepEqual(await health(), { database: true, storage: true, disk: true });
  now = 1000;
  assert.deepEqual(await health(), { database: false, storage: false, disk: true });
  assert.equal(pings, 4);
});

test('a file system that hangs does not block readiness', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ping = async () => undefined;
  const isDiskLow = () => new Promise<boolean>(() => undefined);
  const answer = createHealth({ store: { ping }, blobs: { ping }, isDiskLow })();
  await new Promise(setImmediate);
  t.mock.timers.tick(bounds.readinessTimeoutSeconds * 1000);
  assert.deepEqual(await answer, { database: true, storage: true, disk: true });
});
