import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { startService } from '../../../lab/service.ts';

/** The priorities of a process's threads by name; a higher number means a lower priority. */
const prioritiesOf = (name: RegExp, pid = process.pid): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .filter((task) => name.test(readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8')))
    .map((task) => getPriority(Number(task)));

const behind = (main: number): number => Math.min(main + 10, 19);

if (process.platform === 'linux')
  describe('thread priority', () => {
    it('is lowered for a thread that requests it, and for no other', async () => {
      const main = getPriority(process.pid);
      const file = new URL('../../src/node/thread-priority.ts', import.meta.url);
      const program = `import(${JSON.stringify(file.href)}).then(({ lowerThreadPriority }) => {
        lowerThreadPriority();
        require('node:worker_threads').parentPort.once('message', () => {}).postMessage('');
      })`;
      const worker = new Worker(program, { eval: true });
      await once(worker, 'message');
      assert.deepEqual(prioritiesOf(/^WorkerThread/), [behind(main)]);
      assert.equal(getPriority(process.pid), main);
      await worker.terminate();
    });

    it('is lowered for the database threads of the server', async () => {
      const { pid, stop } = await startService();
      const [database, main] = [prioritiesOf(/^WorkerThread/, pid), getPriority(pid)];
      await stop();
      assert.deepEqual(new Set(database), new Set([behind(main)]));
    });
  });
