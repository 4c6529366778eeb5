import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOrder, LoadResult } from './orders.ts';

/** A load generator that runs one order at a time. */
export interface LoadGenerator {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** The generator's next message; an error if it ends instead. */
const listen = async (child: ChildProcess): Promise<{ outcome?: LoadResult; error?: string }> => {
  const controller = new AbortController();
  const { signal } = controller;
  const died = once(child, 'exit', { signal }).then(([code]) => ({ error: `it ended with ${code}` }));
  try {
    const message = once(child, 'message', { signal }).then(([answer]) => answer);
    return await Promise.race([message, died]);
  } finally {
    died.catch(() => {});
    controller.abort();
  }
};

const exchange = async (child: ChildProcess, order: LoadOrder): Promise<LoadResult> => {
  child.send(order);
  const answer = await listen(child);
  if (answer.outcome === undefined) throw new Error(`the load of kind ${order.kind} failed: ${answer.error}`);
  return answer.outcome;
};

export const startLoadGenerator = (): LoadGenerator => {
  const child = fork(new URL('generator.ts', import.meta.url), { stdio: 'inherit' });
  return {
    run: (order) => exchange(child, order),
    stop: async () => {
      if (!child.connected) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
