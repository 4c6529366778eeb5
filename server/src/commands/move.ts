import { type Config, ConfigError, readConfig, readConfigWith } from '../config/config.ts';
import { createMoving } from '../domain/moving.ts';
import { copyTables, holdSame, isEmpty } from '../drivers/sql/copying.ts';
import { randomIds } from '../drivers/system.ts';
import { openStorage, openStore, openTables, type Storage } from '../open.ts';
import { readOptions } from './options.ts';
import { putIntoInbox, putOverHttp } from './put.ts';

/*
 * From one engine to another: `move --database <url>` copies the database and compares it row by row,
 * `move --storage <url>` copies the artifacts and verifies each; both may be given. The source is what the
 * environment names. The database is copied while the service is stopped; artifacts may be moved while it runs, with
 * SLIPWAY_STORAGE_URL naming the new storage and SLIPWAY_FORMER_STORAGE_URL the old one.
 */

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const moveDatabase = async (from: Config, to: Config): Promise<void> => {
  const source = await openTables(from);
  const target = await openTables(to);
  try {
    if (!(await isEmpty(target))) {
      if (!(await holdSame(source, target))) {
        throw new ConfigError('--database must name an empty database; this one has apps of its own.');
      }
      say('The database was copied before and is the same; going on.');
      return;
    }
    const counts = await copyTables(source, target);
    if (!(await holdSame(source, target))) {
      throw new ConfigError(
        'The copy differs from the source: is the service still running? Stop it and try again.',
      );
    }
    say(
      `Copied and compared: ${Object.entries(counts)
        .map(([name, rows]) => `${name} ${rows}`)
        .join(', ')}.`,
    );
  } finally {
    await source.close();
    await target.close();
  }
};

const putInto = (storage: Storage) =>
  storage.inbox === undefined ? putOverHttp : putIntoInbox(storage.inbox);

/** Moves artifacts; `at` is where their records are. */
const moveArtifacts = async (from: Config, to: Config): Promise<void> => {
  const store = await openStore(to);
  const needs = { store, ids: randomIds, uploadUrl: 'http://localhost' };
  const [source, target] = [await openStorage(from, needs), await openStorage(to, needs)];
  try {
    const moving = createMoving({ store, from: source.blobs, to: target.blobs, put: putInto(target) });
    const { artifacts, bytes } = await moving.moveAll((artifact) =>
      say(`moved ${artifact.id} (${artifact.sizeBytes} bytes)`),
    );
    say(`Moved and verified ${artifacts} artifacts, ${bytes} bytes, to ${target.blobs.name}.`);
  } finally {
    await source.blobs.close();
    await target.blobs.close();
    await store.close();
  }
};

export const move = async (args: string[]): Promise<void> => {
  const { database, storage } = readOptions(args, ['database', 'storage']).values;
  const from = readConfig();
  if (database === undefined && storage === undefined) {
    throw new ConfigError('Say where to: move --database <url>, --storage <url>, or both.');
  }
  const to = readConfigWith({
    ...(database === undefined ? {} : { SLIPWAY_DATABASE_URL: database }),
    ...(storage === undefined ? {} : { SLIPWAY_STORAGE_URL: storage }),
  });
  if (database !== undefined) await moveDatabase(from, to);
  if (storage !== undefined)
    await moveArtifacts({ ...from, formerStorage: undefined }, { ...to, formerStorage: undefined });
  say('Now start the service with:');
  if (database !== undefined) say(`  SLIPWAY_DATABASE_URL=${database.replace(/:[^:@/]*@/, ':…@')}`);
  if (storage !== undefined) say(`  SLIPWAY_STORAGE_URL=${storage}`);
};
