import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { S3 } from '@aws-sdk/client-s3';
import { startPostgres } from '../../../lab/postgres.ts';
import { startS3 } from '../../../lab/s3.ts';
import { dumpDatabase } from './making/dump.ts';
import { createClock, startOlder } from './making/older-service.ts';
import { questionsFor } from './making/questions.ts';
import { makeWorld, type World } from './making/world.ts';
import { answerOf, type Recording } from './recording.ts';

/*
 * Made the fixtures in the folder 0.1.0, which are kept and not made again: they are what that version left behind.
 *
 *   git worktree add --detach <folder> <commit of 0.1.0> && (cd <folder> && npm ci)
 *   node server/test/upgrade/make-fixture.ts <folder>
 *
 * The service of that checkout is run and used through its API; it is stopped, its data is copied into the fixture,
 * and it is started again to write down what it answers.
 */

const checkout = process.argv[2];
if (checkout === undefined) throw new Error('Name the folder that holds a checkout of 0.1.0.');
const fixtures = fileURLToPath(new URL('0.1.0/', import.meta.url));
const start = '2026-05-29T09:00:00Z';

type Env = Record<string, string>;

/** Runs the whole: makes the world, lets `keep` take the data, and records the answers. */
const make = async (name: string, env: Env, keep: (folder: string) => Promise<void>): Promise<void> => {
  const folder = join(fixtures, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const clock = createClock(start);
  const made = await startOlder(checkout, env, clock);
  const world = await makeWorld(made.send, made.adminKey ?? '', clock);
  await made.close();
  await keep(folder);
  const recording = await record(env, world, clock);
  await writeFile(join(folder, 'recording.json'), JSON.stringify(recording, null, 2));
};

const record = async (env: Env, world: World, clock: ReturnType<typeof createClock>): Promise<Recording> => {
  const service = await startOlder(checkout, env, clock);
  const asked: Recording['asked'] = [];
  for (const question of questionsFor(world)) {
    const secret = question.key === undefined ? undefined : world.secrets[question.key];
    asked.push({ question, answer: answerOf(await service.send(question, secret)) });
  }
  await service.close();
  return { at: clock.now(), ...world, asked };
};

const makeSqliteFiles = async (scratch: string): Promise<void> => {
  const file = join(scratch, 'slipway.db');
  const blobs = join(scratch, 'blobs');
  const env = { SLIPWAY_DATABASE_URL: `sqlite:${file}`, SLIPWAY_STORAGE_URL: `file:${blobs}` };
  await make('sqlite-files', env, async (folder) => {
    const database = new DatabaseSync(file);
    database.exec('vacuum');
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    await writeFile(join(folder, 'slipway.db.gz'), gzipSync(await readFile(file), { level: 9 }));
    await cp(blobs, join(folder, 'blobs'), { recursive: true });
  });
};

const makePostgresS3 = async (): Promise<void> => {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = s3;
  const credentials = { accessKeyId, secretAccessKey };
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
  const database = await postgres.createDatabase();
  const place = new URLSearchParams({ endpoint, region, pathStyle: 'true' });
  const env = {
    SLIPWAY_DATABASE_URL: database,
    SLIPWAY_STORAGE_URL: `s3://${Bucket}/slipway?${place}`,
  };
  const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
  await make('postgres-s3', env, async (folder) => {
    const migration = `${checkout}/server/src/drivers/sql/migrations/postgres/0001-initial.sql`;
    await writeFile(join(folder, 'database.sql'), await dumpDatabase(database, pathToFileURL(migration)));
    const { Contents = [] } = await client.listObjectsV2({ Bucket });
    for (const { Key = '' } of Contents) {
      const path = join(folder, 'objects', Key);
      await mkdir(dirname(path), { recursive: true });
      const { Body } = await client.getObject({ Bucket, Key });
      await writeFile(path, (await Body?.transformToByteArray()) ?? '');
    }
  });
  client.destroy();
  await Promise.all([postgres.stop(), s3.stop()]);
};

const scratch = await mkdtemp(join(tmpdir(), 'slipway-fixture-'));
await makeSqliteFiles(scratch);
await makePostgresS3();
await rm(scratch, { recursive: true, force: true });
const root = fileURLToPath(new URL('../../../', import.meta.url));
await promisify(execFile)('npx', ['biome', 'format', '--write', fixtures], { cwd: root });
