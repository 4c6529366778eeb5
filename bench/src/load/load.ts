import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Order, Outcome } from './orders.ts';

/** A load generator that takes one order at a time. */
export interface Load {
  run(order: Order): Promise<Outcome>;
  stop(): Promise<void>;
}

const exchange = async (child: ChildProcess, order: Order): Promise<Outcome> => {
  child.send(order);
  const [answer] = (await once(child, 'message')) as [{ outcome?: Outcome; error?: string }];
  if (answer.outcome === undefined) throw new Error(`the load of kind ${order.kind} failed: ${answer.error}`);
  return answer.outcome;
};

/** Starts a load generator. */
export const startLoad = (): Load => {
  const child = fork(new URL('generator.ts', import.meta.url), { stdio: 'inherit' });
  return {
    run: (order) => exchange(child, order),
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
