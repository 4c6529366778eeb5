import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { type S3Server, s3Env, startS3 } from './s3.ts';
import type { Env } from './service.ts';

/** The backends of a multi-node server: a real PostgreSQL with its own database, and a real S3 endpoint. */
export interface BackendServers {
  postgres: PostgresServer;
  /** The URL of the server's database. */
  database: string;
  s3: S3Server;
  /** The server's settings for them. */
  env: Env;
  /** Runs a statement in the server's database. */
  query(text: string, values?: readonly string[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Starts both on the loopback, from npm packages only. */
export const startBackends = async (): Promise<BackendServers> => {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  const database = await postgres.createDatabase();
  return {
    postgres,
    database,
    s3,
    env: { SLIPWAY_DATABASE_URL: database, ...s3Env(s3, 'artifacts') },
    query: async (text, values = []) => {
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      try {
        return (await client.query(text, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    stop: async () => {
      await Promise.all([postgres.stop(), s3.stop()]);
    },
  };
};
