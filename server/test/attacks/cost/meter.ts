import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, type RunningChild, type StartOptions, startChild } from '../../harness.ts';
import { slowness } from './machine-speed.ts';

/*
 * Measures the cost of an attack on a server in its own process: main-thread CPU time, which is independent of other
 * processes, and memory after garbage collection.
 */

const maxTries = 10;

const probe = new URL('./probe.ts', import.meta.url).href;

export interface Metered extends RunningChild {
  /** CPU milliseconds of the main thread since its start, as counted by the kernel. */
  ranMs(): number;
  /** Bytes in use, on and off the heap. */
  heldBytes(): Promise<number>;
}

const portIn = (file: string): number => Number(readFileSync(file, 'utf8'));

const askProbe = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(text)));
  });

export const startMetered = async ({ env = {} }: StartOptions = {}): Promise<Metered> => {
  const folder = await makeFolder();
  const file = join(folder, 'probe');
  const service = await startChild({
    folder,
    env: { NODE_OPTIONS: `--import=${probe}`, PROBE_FILE: file, LOG_LEVEL: 'silent', ...env },
  });
  const { pid } = service.process;
  return {
    ...service,
    ranMs: () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    heldBytes: () => askProbe(portIn(file)),
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Starts one for a test file and stops it afterwards. */
export const useMetered = (options: StartOptions = {}): (() => Metered) => {
  let service: Metered | undefined;
  before(async () => {
    service = await startMetered(options);
  });
  after(() => service?.stop());
  return () => {
    if (service === undefined) throw new Error('the service is not started');
    return service;
  };
};

/**
 * The minimum main-thread cost of an action, retried with growing pauses while it exceeds the budget, to exclude
 * garbage collection, timers and CPU contention.
 */
export const leastCostOf = async (
  service: Metered,
  budgetMs: number,
  action: () => Promise<unknown>,
): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < maxTries && least > budgetMs; time++) {
    const before = service.ranMs();
    await action();
    least = Math.min(least, service.ranMs() - before);
    if (least > budgetMs) await sleep(20 * time);
  }
  return least;
};

/** Resolves when the main thread is idle. */
export const settled = async (service: Metered): Promise<void> => {
  for (let ran = Number.NEGATIVE_INFINITY; service.ranMs() - ran > 5; ) {
    ran = service.ranMs();
    await sleep(250);
  }
};

/** Below this a check is fast on any machine, so its speed need not be measured. */
const surelyFastMs = 25;

/** The delay of the slowest of several checks, in main-thread CPU time of the reference machine. */
export const costOfChecks = async (
  service: Metered,
  times: number,
  check: () => Promise<{ status: number }>,
): Promise<number> => {
  let slowest = 0;
  for (let time = 0; time < times; time++) {
    const before = service.ranMs();
    const { status } = await check();
    if (status >= 400) throw new Error(`a check was answered ${status}`);
    slowest = Math.max(slowest, service.ranMs() - before);
    await sleep(10);
  }
  return slowest < surelyFastMs ? slowest : slowest / slowness();
};
