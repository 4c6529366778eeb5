import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type DialectAdapter,
  type Driver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteConnection } from './connection.ts';
import type { Mutex } from './mutex.ts';

const adapter: DialectAdapter = {
  supportsCreateIfNotExists: true,
  supportsMultipleConnections: true,
  supportsReturning: true,
  supportsTransactionalDdl: true,
  // Every transaction begins immediate and thus holds SQLite's only lock already.
  acquireMigrationLock: async () => undefined,
  releaseMigrationLock: async () => undefined,
};

const noStreams = (): never => {
  throw new Error('rows are not streamed');
};

const createDatabaseConnection = ({ run }: SqliteConnection): DatabaseConnection => ({
  executeQuery: async <R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) => {
    const { rows, changes } = await run(sql, parameters);
    return { rows: rows as R[], ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }) };
  },
  streamQuery: noStreams,
});

/** As in PostgreSQL, a transaction with a failed statement can only be rolled back, so both engines behave alike. */
const createWriter = (connection: SqliteConnection, turns: Mutex): Driver => {
  let failed = false;
  const run: SqliteConnection['run'] = async (sql, parameters) => {
    if (failed) throw new Error('a statement of this transaction failed: it can only be rolled back');
    try {
      return await connection.run(sql, parameters);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const shared = createDatabaseConnection({ ...connection, run });
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      await turns.acquire();
      failed = false;
      return shared;
    },
    beginTransaction: async () => {
      await run('begin immediate');
    },
    commitTransaction: async () => {
      await run('commit');
    },
    rollbackTransaction: async () => {
      await connection.run('rollback');
      failed = false;
    },
    releaseConnection: async () => turns.release(),
    destroy: async () => undefined,
  };
};

const noTransactions = async (): Promise<never> => {
  throw new Error('this connection only reads');
};

const createReader = (connection: SqliteConnection): Driver => {
  const shared = createDatabaseConnection(connection);
  return {
    init: async () => undefined,
    acquireConnection: async () => shared,
    beginTransaction: noTransactions,
    commitTransaction: noTransactions,
    rollbackTransaction: noTransactions,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
};

const createDialect = (createDriver: () => Driver): Dialect => ({
  createDriver,
  createAdapter: () => adapter,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/** For the writing connection: one transaction at a time, in order. */
export const writerDialect = (connection: SqliteConnection, turns: Mutex): Dialect =>
  createDialect(() => createWriter(connection, turns));

export const readerDialect = (connection: SqliteConnection): Dialect =>
  createDialect(() => createReader(connection));
