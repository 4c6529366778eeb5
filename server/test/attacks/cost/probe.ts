import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/* Preloaded into a server: reports its memory after garbage collection to every connection. */

const open = (file: string): void => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = createServer(async (socket) => {
    socket.on('error', () => {});
    // Buffers are freed a few event loop turns after their owners.
    for (let time = 0; time < 3; time++) {
      collect();
      await sleep(20);
    }
    const { heapUsed, external } = process.memoryUsage();
    socket.end(String(heapUsed + external));
  });
  server.listen(0, '127.0.0.1', () => writeFileSync(file, String((server.address() as AddressInfo).port)));
  server.unref();
};

if (isMainThread && process.env.PROBE_FILE !== undefined) open(process.env.PROBE_FILE);
