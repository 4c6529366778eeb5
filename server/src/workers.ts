import cluster from 'node:cluster';

/*
 * Several processes that share the listener, so that one machine uses all its cores. The primary only starts them,
 * starts another where one died, and passes on the signal to end.
 */

const quickDeathMs = 5000;
const pauseMs = 1000;

export const runWorkers = async (count: number): Promise<void> => {
  let ending = false;
  const startedAt = new Map<number, number>();
  const fork = (): void => {
    startedAt.set(cluster.fork().id, Date.now());
  };
  const end = (signal: NodeJS.Signals): void => {
    ending = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  };
  cluster.on('exit', (worker, code) => {
    if (ending) return;
    const lived = Date.now() - (startedAt.get(worker.id) ?? 0);
    startedAt.delete(worker.id);
    // A first worker that cannot start says why itself; starting it again and again would only repeat it.
    if (lived < quickDeathMs && worker.id <= count && code !== 0) {
      process.exitCode = code ?? 1;
      end('SIGTERM');
    } else setTimeout(fork, lived < quickDeathMs ? pauseMs : 0);
  });
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  for (let index = 0; index < count; index++) fork();
};
