import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { bounds } from '../../domain/model/bounds.ts';
import { lowerThreadPriority } from '../../node/thread-priority.ts';
import { createBallast } from './ballast.ts';

/*
 * One SQLite connection per thread: node:sqlite blocks, and a commit waits for the disk. Requests are answered in
 * order.
 */

export interface SqliteWorkerOptions {
  file: string;
  role: 'writer' | 'reader';
  /** How long to wait for a lock that another process holds. */
  busyTimeoutMs: number;
  /** Creates a file next to the database that is removed when the disk is full. */
  makesBallast?: boolean;
}

export interface SqliteRequest {
  id: number;
  /** Undefined closes the connection and ends the thread. */
  sql?: string;
  parameters?: readonly unknown[];
}

/** A serializable error to pass between threads; `errcode` is SQLite's extended result code. */
export interface SqliteWireError {
  message: string;
  errcode: number | undefined;
}

export type SqliteReply = { id: number } & (
  | { rows: unknown[]; changes?: number | bigint }
  | { error: SqliteWireError }
);

const statementsKept = bounds.keptStatements;

const wireError = (error: unknown): SqliteWireError => {
  const { message, errcode } = error as Error & { errcode?: unknown };
  return { message, errcode: typeof errcode === 'number' ? errcode : undefined };
};

const pause = (milliseconds: number) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

/** Switching to WAL needs an exclusive lock and ignores the busy timeout, so this retries. */
const switchToWal = (db: DatabaseSync, busyTimeoutMs: number) => {
  const end = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return db.exec('pragma journal_mode = wal');
    } catch (error) {
      if (wireError(error).errcode !== 5 || performance.now() > end) throw error;
      pause(20);
    }
  }
};

const open = ({ file, role, busyTimeoutMs }: SqliteWorkerOptions): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  switchToWal(db, busyTimeoutMs);
  // FULL: a committed change survives a power failure, which NORMAL does not guarantee in WAL mode.
  db.exec('pragma synchronous = full; pragma temp_store = memory');
  if (role === 'reader') db.exec('pragma query_only = 1');
  return db;
};

const createRunner = (db: DatabaseSync, beforeChange: () => void) => {
  const statements = new Map<string, StatementSync>();

  /** Evicts the least recently used statement: value lists create many that are used once. */
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.delete(sql);
    statements.set(sql, statement);
    const oldest = statements.size > statementsKept ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    return statement;
  };

  return (sql: string, parameters: readonly unknown[]) => {
    // SQLite has already rolled back when the disk is full.
    if (sql === 'rollback' && !db.isTransaction) return { rows: [] };
    if (sql === 'begin immediate') beforeChange();
    const statement = prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    return { rows: [], changes: statement.run(...values).changes };
  };
};

const serve = (port: NonNullable<typeof parentPort>, options: SqliteWorkerOptions) => {
  const ballast = createBallast(options.file, options.makesBallast === true);
  ballast.adjust();
  const db = open(options);
  // On a nearly full disk the write-ahead log restarts with every change instead of growing.
  const run = createRunner(db, () => {
    if (ballast.adjust()) db.exec('pragma wal_checkpoint(passive)');
  });
  port.on('message', ({ id, sql, parameters }: SqliteRequest) => {
    try {
      if (sql === undefined) {
        db.close();
        port.postMessage({ id, rows: [] } satisfies SqliteReply);
        port.close();
      } else {
        port.postMessage({ id, ...run(sql, parameters ?? []) } satisfies SqliteReply);
      }
    } catch (error) {
      port.postMessage({ id, error: wireError(error) } satisfies SqliteReply);
    }
  });
};

if (parentPort) {
  lowerThreadPriority();
  try {
    serve(parentPort, workerData as SqliteWorkerOptions);
    parentPort.postMessage({ id: 0, rows: [] } satisfies SqliteReply);
  } catch (error) {
    parentPort.postMessage({ id: 0, error: wireError(error) } satisfies SqliteReply);
    parentPort.close();
  }
}
