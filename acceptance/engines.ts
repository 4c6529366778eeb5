import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Env } from './service.ts';

/** The engines that a service of many nodes stands on: a real PostgreSQL and a real S3 endpoint. */
export interface Engines {
  /** What tells a service where they are. */
  env: Env;
  /** Runs a statement in the service's database. */
  query(text: string, values: string[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/*
 * They run in a process of their own, which the service's tests know how to start and which ends when this one
 * does: nothing of the server is loaded here.
 */
const root = new URL('../', import.meta.url);
const program = `
import pg from 'pg';
import { startPostgres } from '${new URL('server/test/postgres-server.ts', root).href}';
import { startS3 } from '${new URL('server/test/s3-server.ts', root).href}';

const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
const database = await postgres.createDatabase();
const client = new pg.Client({ connectionString: database });
await client.connect();
process.on('message', async ({ text, values }) => process.send((await client.query(text, values)).rows));
process.on('disconnect', async () => {
  await client.end();
  await Promise.all([postgres.stop(), s3.stop()]);
  process.exit();
});
process.send({ database, s3 });
`;

interface Started {
  database: string;
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
}

/** Starts both on the loopback, from npm packages alone. */
export const startEngines = async (): Promise<Engines> => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('the engines did not start')));
  const [started]: Started[] = await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);
  if (started === undefined) throw new Error('the engines did not say where they are');
  const { database, s3 } = started;
  const place = new URLSearchParams({ endpoint: s3.endpoint, region: s3.region, pathStyle: 'true' });
  return {
    env: {
      SLIPWAY_DATABASE_URL: database,
      SLIPWAY_STORAGE_URL: `s3://${s3.bucket}/acceptance?${place}`,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    query: async (text, values) => {
      child.send({ text, values });
      const [rows] = await once(child, 'message');
      return rows;
    },
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
};
