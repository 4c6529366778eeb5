import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, type RunningChild, type StartOptions, startChild } from '../../harness.ts';
import { slowness } from './machine-speed.ts';

/*
 * What an attack costs a service in a process of its own: the time its main thread ran, which no other process can
 * make longer as it can the wall clock's, and the memory that it holds once garbage is collected.
 */

const maxTries = 10;

const probe = new URL('./probe.ts', import.meta.url).href;

export interface Metered extends RunningChild {
  /** Milliseconds that the main thread has run since it began; the kernel's own count. */
  ranMs(): number;
  /** Bytes that are held: the heap and what lies outside of it. */
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

/** Starts a service that can be metered. */
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

/** Starts one for a file of tests and ends it after them. */
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
 * What an action costs the main thread at its best, tried again, ever later, while that is over its budget: what a
 * collection of garbage, a timer or a neighbour on the same core adds now and then is not the action's.
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

/** Resolves when the main thread has nothing more to do. */
export const settled = async (service: Metered): Promise<void> => {
  for (let ran = Number.NEGATIVE_INFINITY; service.ranMs() - ran > 5; ) {
    ran = service.ranMs();
    await sleep(250);
  }
};

/** Below this a check is fast on any machine, so its speed need not be measured. */
const surelyFastMs = 25;

/** How long the slowest of so many checks waited, in CPU time that the main thread takes on the reference machine. */
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
