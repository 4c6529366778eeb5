import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { breaksConnection, postgresUnavailable, translatePostgresError } from './errors.ts';

export interface PoolOptions {
  url: string;
  /** How many connections at most. */
  poolSize: number;
  /** How long a statement may take; 0 is for ever. */
  statementTimeoutMs: number;
  /** How long to wait for a connection, be it made or given back. */
  connectTimeoutMs: number;
  /** How many may wait for a connection. */
  maxWaiting: number;
}

const int8 = 20;
/** How much later than the server we give up: it may be gone without a word. */
const graceMs = 2000;

// All our counts are below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** How the server knows our connections. */
export const applicationName = 'slipway';

/** What every connection has in common. */
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

/** A client that speaks in the store's terms and is thrown away when its connection broke. */
const wrap = (client: pg.PoolClient, onRelease: () => void): PostgresPoolClient => {
  let broken = false;
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // The end of the connection is the end of its transaction.
    if (broken && sql === 'rollback') return rolledBack;
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      broken ||= breaksConnection(error);
      throw translatePostgresError(error);
    }
  };
  return {
    // Kysely asks for cursors too; only streams would use them, and nothing here streams.
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard = false) => {
      client.off('error', onError);
      client.release(discard || broken);
      onRelease();
    },
  };
};

/** Connections to share, bounded in number, in waiting and in time: a slow database never piles up requests. */
export const createPool = (options: PoolOptions): PostgresPool => {
  const { poolSize, statementTimeoutMs, maxWaiting } = options;
  const pool = new pg.Pool({ ...clientConfig(options), ...timeouts(statementTimeoutMs), max: poolSize });
  // The pool has thrown the idle client away already; the next one who needs it makes another.
  pool.on('error', () => undefined);
  // Between the pool's listener and ours a connection has none, and its end, read together with its beginning, would be
  // thrown at nobody and end the process. Whoever was given it finds out with the first statement.
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
    // Lets those who wait finish first: the library would leave them waiting for ever.
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
