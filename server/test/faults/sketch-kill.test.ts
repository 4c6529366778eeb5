import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createSketch, mergeSketch, type Sketch } from '../../src/domain/fleet/counters/hyperloglog.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { appNamed } from '../conformance/store/fixtures.ts';
import { scaled } from './scale.ts';
import { sketchOfClients } from './sketched-clients.ts';

/* The sketch process is killed repeatedly: every written client is counted, and no other. */

const rounds = scaled(8, 100);
const worker = fileURLToPath(new URL('sketch-jobs.ts', import.meta.url));
const day = '2027-01-01';

describe('kill -9 while sketches are written and folded', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-sketch-kill-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const readAll = async (file: string): Promise<Sketch> => {
    const store = await openSqlite({ file });
    const all = createSketch();
    for (const { registers } of await store.listSketches('app', { from: day, to: day, of: 'channels' }))
      mergeSketch(all, registers);
    await store.close();
    return all;
  };

  /** The number of batches in a sketch: all acknowledged ones, and perhaps the one in flight. */
  const countBatches = (found: Sketch, acknowledged: number): number => {
    const batches = [acknowledged, acknowledged + 1].find(
      (count) => Buffer.compare(sketchOfClients(0, count), found) === 0,
    );
    assert.ok(batches !== undefined, 'what is there is what was written, no more and no less');
    return batches;
  };

  test(`${rounds} times: no client is lost or counted twice`, async (t) => {
    const file = join(folder, 'slipway.db');
    const store = await openSqlite({ file });
    await store.transaction((tx) => tx.insertApp(appNamed('app')));
    await store.close();
    let batches = 0;
    for (let round = 0; round < rounds; round++) {
      const child = spawn(process.execPath, [worker, file, String(batches), `run ${round}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let written = 0;
      child.stdout.on('data', (dots: Buffer) => {
        written += dots.length;
      });
      await waitUntil('some batches', () => written >= 2 + (round % 5));
      await sleep(Math.random() * 20);
      child.kill('SIGKILL');
      await once(child, 'close');
      batches = countBatches(await readAll(file), batches + written);
    }
    t.diagnostic(`${rounds} kills, ${batches} batches`);
    assert.ok(batches > rounds);
  });
});
