import { bounds } from '../../domain/model/bounds.ts';
import { explainError, unavailable } from './errors.ts';
import { startThread } from './thread.ts';
import type { Reply, Request, WorkerOptions } from './worker.ts';

export interface Answer {
  rows: unknown[];
  changes?: number | bigint;
}

/** A SQLite connection on another thread. */
export interface Connection {
  /** Throws in the store's terms: Conflict, or Refusal 'database-unavailable'. */
  run(sql: string, parameters?: readonly unknown[]): Promise<Answer>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Opens a connection on a thread of its own; throws when the file cannot be opened. */
export const openConnection = async (options: WorkerOptions): Promise<Connection> => {
  const worker = startThread(options);
  const waiting = new Map<number, Waiting>();
  let ended: Error | undefined;
  let lastId = 0;

  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) asked?.reject(explainError(reply.error));
    else asked?.resolve(reply);
  });
  worker.on('error', (error) => end(unavailable('The database thread has failed.', error)));
  worker.on('exit', () => end(unavailable('The database is closed.')));

  const expect = (id: number): Promise<Answer> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const ask = async (request: Omit<Request, 'id'>): Promise<Answer> => {
    if (ended) throw ended;
    if (waiting.size >= bounds.waitingReads)
      throw unavailable('Too many reads are waiting for the database.');
    lastId += 1;
    const answer = expect(lastId);
    worker.postMessage({ id: lastId, ...request } satisfies Request);
    return answer;
  };

  await expect(0);
  return {
    run: (sql, parameters = []) => ask({ sql, parameters }),
    close: async () => {
      try {
        if (!ended) await ask({});
      } finally {
        await worker.terminate();
      }
    },
  };
};
