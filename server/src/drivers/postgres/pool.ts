import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { breaksConnection, postgresUnavailable, translatePostgresError } from './errors.ts';

export interface PoolOptions {
  url: string;
  /** The maximum number of connections. */
  poolSize: number;
  /** The time limit of a statement; 0 means none. */
  statementTimeoutMs: number;
  /** The time limit for getting a connection, new or pooled. */
  connectTimeoutMs: number;
  /** The maximum number of callers waiting for a connection. */
  maxWaiting: number;
}

const int8 = 20;
/** The client's timeout exceeds the server's by this much, in case the server is unreachable. */
const graceMs = 2000;

// All our counts are below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** The application name in pg_stat_activity. */
export const applicationName = 'slipway';

export const clientConfig = ({ url, connectTimeoutMs }: Pick<PoolOptions, 'url' | 'connectTimeoutMs'>) => ({
  connectionString: url,
  application_name: applicationName,
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types,
});

const timeouts = (statementTimeoutMs: number): pg.PoolConfig =>
  statementTimeoutMs === 0
    ? {}
    : {
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: statementTimeoutMs,
        query_timeout: statementTimeoutMs + graceMs,
      };

const rolledBack = { command: 'ROLLBACK', rowCount: 0, rows: [] } as const;

/** A client that throws refusals and is discarded when its connection broke. */
const wrap = (client: pg.PoolClient, onRelease: () => void): PostgresPoolClient => {
  let broken = false;
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // A closed connection has already ended its transaction.
    if (broken && sql === 'rollback') return rolledBack;
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      broken ||= breaksConnection(error);
      throw translatePostgresError(error);
    }
  };
  return {
    // Kysely also requires cursors; only streams use them, and this server has none.
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard = false) => {
      client.off('error', onError);
      client.release(discard || broken);
      onRelease();
    },
  };
};

/** A connection pool with a limited size, queue and wait: a slow database never piles up requests. */
export const createPool = (options: PoolOptions): PostgresPool => {
  const { poolSize, statementTimeoutMs, maxWaiting } = options;
  const pool = new pg.Pool({ ...clientConfig(options), ...timeouts(statementTimeoutMs), max: poolSize });
  // The pool has already discarded the idle client; the next caller opens another.
  pool.on('error', () => undefined);
  // Between the pool's listener and ours a connection has none, so an error in that gap would be unhandled and end the
  // process. The first statement reports it instead.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let outstanding = 0;
  let closed = false;
  let onIdle: (() => void) | undefined;

  const leave = () => {
    outstanding -= 1;
    if (outstanding === 0) onIdle?.();
  };
  return {
    options: {},
    connect: async () => {
      if (closed) throw postgresUnavailable('The database is closed.');
      if (outstanding >= poolSize + maxWaiting)
        throw postgresUnavailable('Too many requests wait for the database.');
      outstanding += 1;
      try {
        return wrap(await pool.connect(), leave);
      } catch (error) {
        leave();
        throw translatePostgresError(error);
      }
    },
    // Waits for queued callers first: the library would leave them pending forever.
    end: async () => {
      if (closed) return;
      closed = true;
      if (outstanding > 0)
        await new Promise<void>((resolve) => {
          onIdle = resolve;
        });
      await pool.end();
    },
  };
};
