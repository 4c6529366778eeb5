import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/* Preloaded by a test: on SIGUSR2 it writes the heap size after a full collection. */

const file = process.env.SLIPWAY_TEST_LIVE_MEMORY;
if (file !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    appendFileSync(file, `${JSON.stringify({ heapUsed, external, arrayBuffers })}\n`);
  });
}
