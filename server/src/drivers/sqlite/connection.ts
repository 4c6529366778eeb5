import { bounds } from '../../domain/model/bounds.ts';
import { sqliteUnavailable, translateSqliteError } from './errors.ts';
import { startSqliteThread } from './thread.ts';
import type { SqliteReply, SqliteRequest, SqliteWorkerOptions } from './worker.ts';

export interface SqliteResult {
  rows: unknown[];
  changes?: number | bigint;
}

/** A SQLite connection on another thread. */
export interface SqliteConnection {
  /** Throws Conflict or Refusal 'database-unavailable'. */
  run(sql: string, parameters?: readonly unknown[]): Promise<SqliteResult>;
  close(): Promise<void>;
}

interface PendingCall {
  resolve(answer: SqliteResult): void;
  reject(error: Error): void;
}

/** Opens a connection on its own thread; throws when the file cannot be opened. */
export const openSqliteConnection = async (options: SqliteWorkerOptions): Promise<SqliteConnection> => {
  const worker = startSqliteThread(options);
  const waiting = new Map<number, PendingCall>();
  let ended: Error | undefined;
  let lastId = 0;

  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('message', (reply: SqliteReply) => {
    const pending = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) pending?.reject(translateSqliteError(reply.error));
    else pending?.resolve(reply);
  });
  worker.on('error', (error) => end(sqliteUnavailable('The database thread has failed.', error)));
  worker.on('exit', () => end(sqliteUnavailable('The database is closed.')));

  const expect = (id: number): Promise<SqliteResult> =>
    new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  const ask = async (request: Omit<SqliteRequest, 'id'>): Promise<SqliteResult> => {
    if (ended) throw ended;
    if (waiting.size >= bounds.waitingReads)
      throw sqliteUnavailable('Too many reads are waiting for the database.');
    lastId += 1;
    const answer = expect(lastId);
    worker.postMessage({ id: lastId, ...request } satisfies SqliteRequest);
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
