import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { type S3Server, s3Env, startS3 } from './s3.ts';
import type { Env } from './service.ts';

/** What a service of many nodes stands on: a real PostgreSQL with a database of its own, and a real S3 endpoint. */
export interface BackendServers {
  postgres: PostgresServer;
  /** The address of the service's database. */
  database: string;
  s3: S3Server;
  /** What tells a service where they are. */
  env: Env;
  /** Runs a statement in the service's database. */
  query(text: string, values?: readonly string[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Starts both on the loopback, from npm packages alone. */
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
