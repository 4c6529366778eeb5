import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { S3 } from '@aws-sdk/client-s3';
import pg from 'pg';
import type { S3Server } from '../../../lab/s3.ts';
import type { Recording } from './recording.ts';

/* Restores data of 0.1.0 for a server to start on; the fixture itself is read-only. */

type Fixture = 'sqlite-files' | 'postgres-s3';

const pathOf = (fixture: Fixture, ...rest: string[]): string =>
  join(fileURLToPath(new URL('0.1.0/', import.meta.url)), fixture, ...rest);

export const readRecording = async (fixture: Fixture): Promise<Recording> =>
  JSON.parse(await readFile(pathOf(fixture, 'recording.json'), 'utf8'));

/** Unpacks `slipway.db` and `blobs` into a folder. */
export const layOutFolder = async (folder: string): Promise<void> => {
  const database = gunzipSync(await readFile(pathOf('sqlite-files', 'slipway.db.gz')));
  await writeFile(join(folder, 'slipway.db'), database);
  await cp(pathOf('sqlite-files', 'blobs'), join(folder, 'blobs'), { recursive: true });
};

export const fillDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(await readFile(pathOf('postgres-s3', 'database.sql'), 'utf8'));
  await client.end();
};

export const fillBucket = async ({ bucket, endpoint, region, ...credentials }: S3Server): Promise<void> => {
  const client = new S3({ endpoint, region, credentials, forcePathStyle: true });
  const root = pathOf('postgres-s3', 'objects');
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const Key = relative(root, path).replaceAll('\\', '/');
    await client.putObject({
      Bucket: bucket,
      Key,
      Body: await readFile(path),
      ServerSideEncryption: 'AES256',
    });
  }
  client.destroy();
};
