import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError, readConfig } from '../config/config.ts';
import { createMoving } from '../domain/moving.ts';
import { backupSqlite } from '../drivers/sqlite/backup.ts';
import { randomIds } from '../drivers/system.ts';
import { openStorage, openStore } from '../open.ts';
import { readOptions } from './options.ts';
import { putIntoInbox } from './put.ts';

/*
 * Copies the embedded database and every artifact into a folder, while the service runs. The database comes first,
 * as of one moment: whatever it names was kept before that and is never written again. Each artifact is read from
 * the service's storage and verified in the copy.
 */

const demandNewFolder = async (words: string[]): Promise<string> => {
  const [folder, ...rest] = words;
  if (folder === undefined || rest.length > 0) throw new ConfigError('Say where to: backup <folder>.');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new ConfigError(`${folder} is not empty; name a new folder.`);
  return resolve(folder);
};

export const backUp = async (args: string[]): Promise<void> => {
  const config = readConfig();
  if (config.database.kind !== 'sqlite') {
    throw new ConfigError(
      'SLIPWAY_DATABASE_URL names a PostgreSQL: back it up with pg_dump, and the bucket by its versions.',
    );
  }
  const folder = await demandNewFolder(readOptions(args, []).words);
  const file = join(folder, 'slipway.db');
  await backupSqlite(config.database.file, file);
  // The copy's own records are rewritten to name the copy's files, and thereby verified one by one.
  const store = await openStore({ database: { kind: 'sqlite', file } });
  const needs = { store, ids: randomIds, uploadUrl: 'http://localhost' };
  const source = await openStorage(config, needs);
  const target = await openStorage(
    { storage: { kind: 'files', root: join(folder, 'blobs') }, formerStorage: undefined },
    needs,
  );
  try {
    const { inbox } = target;
    if (inbox === undefined) return;
    const moving = createMoving({ store, from: source.blobs, to: target.blobs, put: putIntoInbox(inbox) });
    const { artifacts, bytes } = await moving.moveAll();
    process.stdout.write(`Backed up ${artifacts} artifacts, ${bytes} bytes, and the database to ${folder}\n`);
    process.stdout.write(
      `To restore: SLIPWAY_DATABASE_URL=sqlite:${file} SLIPWAY_STORAGE_URL=file:${join(folder, 'blobs')}\n`,
    );
  } finally {
    await source.blobs.close();
    await target.blobs.close();
    await store.close();
  }
};
