import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { after, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { startService } from '../../../lab/service.ts';
import { letPoolGiveWay } from '../../src/node/give-way.ts';

/** The priorities of a process's threads of a name; the higher the number, the farther back. */
const prioritiesOf = (name: RegExp, pid = process.pid): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .filter((task) => name.test(readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8')))
    .map((task) => getPriority(Number(task)));

const main = getPriority(process.pid);
const behind = Math.min(main + 10, 19);

if (process.platform === 'linux')
  describe('behind the main thread', () => {
    after(() => assert.equal(getPriority(process.pid), main));

    it('stand the threads of node:fs, though another thread ends meanwhile', async () => {
      const worker = new Worker('', { eval: true });
      await once(worker, 'online');
      await Promise.all([letPoolGiveWay(), worker.terminate()]);
      const pool = prioritiesOf(/^libuv-worker/);
      assert.ok(pool.length > 0);
      assert.deepEqual(new Set(pool), new Set([behind]));
    });

    it('stands a thread that says so, and no other', async () => {
      const file = new URL('../../src/node/give-way.ts', import.meta.url);
      const program = `import(${JSON.stringify(file.href)}).then(({ giveWayToMainThread }) => {
        giveWayToMainThread();
        require('node:worker_threads').parentPort.once('message', () => {}).postMessage('');
      })`;
      const worker = new Worker(program, { eval: true });
      await once(worker, 'message');
      assert.deepEqual(prioritiesOf(/^WorkerThread/), [behind]);
      await worker.terminate();
    });

    it('stand both in the service', async () => {
      const { pid, stop } = await startService();
      const [pool, database] = [prioritiesOf(/^libuv-worker/, pid), prioritiesOf(/^WorkerThread/, pid)];
      const first = getPriority(pid);
      await stop();
      assert.deepEqual(new Set([...pool, ...database]), new Set([Math.min(first + 10, 19)]));
      assert.ok(pool.length > 0 && database.length > 0);
    });
  });
