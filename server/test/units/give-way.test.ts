import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { letPoolGiveWay } from '../../src/node/give-way.ts';

/** The priorities of this process's threads of a name; the higher the number, the farther back. */
const prioritiesOf = (name: RegExp): number[] =>
  readdirSync('/proc/self/task')
    .filter((task) => name.test(readFileSync(`/proc/self/task/${task}/comm`, 'utf8')))
    .map((task) => getPriority(Number(task)));

describe('behind the main thread', { skip: process.platform !== 'linux' }, () => {
  it('stand the threads of node:fs', async () => {
    const before = getPriority(process.pid);
    await letPoolGiveWay();
    const pool = prioritiesOf(/^libuv-worker/);
    assert.ok(pool.length > 0);
    assert.deepEqual(new Set(pool), new Set([10]));
    assert.equal(getPriority(process.pid), before);
  });

  it('stands a thread that says so, and no other', async () => {
    const before = getPriority(process.pid);
    const file = new URL('../../src/node/give-way.ts', import.meta.url);
    const program = `import(${JSON.stringify(file.href)}).then(({ giveWayToMainThread }) => {
      giveWayToMainThread();
      require('node:worker_threads').parentPort.once('message', () => {}).postMessage('');
    })`;
    const worker = new Worker(program, { eval: true });
    await once(worker, 'message');
    assert.deepEqual(prioritiesOf(/^WorkerThread/), [10]);
    assert.equal(getPriority(process.pid), before);
    await worker.terminate();
  });
});
