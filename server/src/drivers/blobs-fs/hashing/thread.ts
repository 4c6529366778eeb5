import type { Worker } from 'node:worker_threads';
import type { HashResult } from '../../../domain/model/hashes.ts';
import { startHashingThread } from './start.ts';
import type { HashReply, HashRequest, HashTask } from './worker.ts';

/** Hashes large files off the main thread. */
export interface HashingThread {
  hash(order: HashTask): Promise<HashResult>;
  /** Ends the thread and cancels pending hashes. */
  close(): Promise<void>;
}

interface PendingHash {
  resolve(found: HashResult): void;
  reject(error: Error): void;
}

/** The thread starts with the first large file and stays. */
export const createHashingThread = (): HashingThread => {
  const waiting = new Map<number, PendingHash>();
  let worker: Worker | undefined;
  let nextId = 0;

  /** An idle thread must not keep the process alive. */
  const settle = (id: number): PendingHash | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    return one;
  };
  const take = (reply: HashReply): void => {
    const one = settle(reply.id);
    if ('found' in reply) one?.resolve(reply.found);
    else one?.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }));
  };
  const giveUp = (ended: Worker, error: Error): void => {
    if (worker !== ended) return;
    worker = undefined;
    for (const id of waiting.keys()) settle(id)?.reject(error);
  };
  const start = (): Worker => {
    const started = startHashingThread();
    started.on('message', take);
    started.on('error', (error: Error) => giveUp(started, error));
    started.on('exit', () => giveUp(started, new Error('The thread that hashes files has ended.')));
    return started;
  };

  return {
    hash: (order) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        worker ??= start();
        worker.ref();
        worker.postMessage({ ...order, id } satisfies HashRequest);
      }),
    close: async () => void (await worker?.terminate()),
  };
};
