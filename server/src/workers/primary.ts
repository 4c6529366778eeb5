import cluster from 'node:cluster';
import { tooOldExitCode } from '../node-level-guard.ts';
import { relayWorkerRpc } from './rpc.ts';

/*
 * Several processes share the listener to use all cores. The primary only starts workers, restarts those that died,
 * forwards the shutdown signal, and relays their requests.
 */

const quickDeathMs = 5000;
const pauseMs = 1000;

export const runWorkers = async (count: number): Promise<void> => {
  let ending = false;
  let hasStarted = false;
  const startedAt = new Map<number, number>();
  const fork = (): void => {
    if (ending) return;
    startedAt.set(cluster.fork().id, Date.now());
  };
  const end = (signal: NodeJS.Signals): void => {
    ending = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  };
  cluster.on('exit', (worker, code: number | null) => {
    if (ending) return;
    const lived = Date.now() - (startedAt.get(worker.id) ?? 0);
    startedAt.delete(worker.id);
    // If no worker ever started, a failing one has logged the reason and a restart would only repeat it. A killed
    // worker (code is null) did not fail to start.
    const isFailure = code !== null && code !== 0;
    if ((!hasStarted && isFailure) || code === tooOldExitCode) {
      process.exitCode = code;
      end('SIGTERM');
    } else setTimeout(fork, lived < quickDeathMs ? pauseMs : 0);
  });
  relayWorkerRpc(() => {
    hasStarted = true;
  });
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  for (let index = 0; index < count; index++) fork();
};
