import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/* Loaded into a service before it starts: tells whoever connects what the service holds in memory, garbage left out. */

const open = (file: string): void => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = createServer((socket) => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    socket.on('error', () => {});
    socket.end(String(heapUsed + external));
  });
  server.listen(0, '127.0.0.1', () => writeFileSync(file, String((server.address() as AddressInfo).port)));
  server.unref();
};

if (isMainThread && process.env.PROBE_FILE !== undefined) open(process.env.PROBE_FILE);
