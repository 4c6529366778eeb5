import { rm } from 'node:fs/promises';
import pg from 'pg';
import { startPostgres } from '../../../lab/postgres.ts';
import { startS3 } from '../../../lab/s3.ts';
import { makeFolder, startService } from '../harness.ts';
import { fillBucket, fillDatabase, readRecording } from './fixture.ts';
import { createClock } from './making/older-service.ts';
import { publicUrl } from './recording.ts';
import { upgradeSuite } from './suite.ts';

const listMigrations = async (connectionString: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  await client.end();
  return rows.map(({ name }) => name);
};

upgradeSuite('postgres', async () => {
  const folder = await makeFolder();
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = s3;
  const database = await postgres.createDatabase();
  await Promise.all([fillDatabase(database), fillBucket(s3)]);
  const recording = await readRecording('postgres-s3');
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
  const place = new URLSearchParams({ endpoint, region, pathStyle: 'true' });
  const service = await startService({
    folder,
    env: {
      SLIPWAY_ADMIN_KEY: '',
      SLIPWAY_PUBLIC_URL: publicUrl,
      SLIPWAY_DATABASE_URL: database,
      SLIPWAY_STORAGE_URL: `s3://${bucket}/slipway?${place}`,
    },
    outside: { clock: createClock(recording.at) },
  });
  return {
    service,
    recording,
    keepsParts: false,
    migrations: () => listMigrations(database),
    stop: async () => {
      await service.stop();
      await Promise.all([postgres.stop(), s3.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
});
