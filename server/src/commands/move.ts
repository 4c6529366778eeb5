import { resolve } from 'node:path';
import { type Config, ConfigError, readConfig, readConfigWith } from '../config/config.ts';
import { describeDatabase, describeStorage } from '../config/describe-config.ts';
import { passwordMask } from '../config/mask-password.ts';
import type { StorageConfig } from '../config/storage-url.ts';
import type { CommandInput } from './command.ts';
import { moveArtifacts } from './move/artifacts.ts';
import { moveDatabase } from './move/database.ts';
import { printTarget, requireService } from './require-service.ts';

/*
 * `move --database <url>` copies the database and compares it row by row, `move --storage <url>` copies the artifacts
 * and verifies each; you can pass both. The environment names the source. Stop the server to copy the database.
 * Artifacts can be moved while it runs, with SLIPWAY_STORAGE_URL set to the new storage and SLIPWAY_FORMER_STORAGE_URL
 * to the old one; this command accepts that environment too.
 */

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const placeOf = (storage: StorageConfig | undefined): string => {
  if (storage === undefined) return '';
  if (storage.kind === 'files') return resolve(storage.root);
  return JSON.stringify([storage.endpoint, storage.bucket, storage.prefix]);
};

/** Every storage that may hold artifacts, except the target. */
const sourceOf = (from: Config, target: StorageConfig): Pick<Config, 'storage' | 'formerStorage'> => {
  const { storage, formerStorage } = from;
  const former = placeOf(formerStorage) === placeOf(target) ? undefined : formerStorage;
  if (placeOf(storage) !== placeOf(target)) return { storage, formerStorage: former };
  if (former === undefined)
    throw new ConfigError(
      `--storage is the same as SLIPWAY_STORAGE_URL (${describeStorage(target)}). Set SLIPWAY_FORMER_STORAGE_URL to the storage to move from.`,
    );
  return { storage: former, formerStorage: undefined };
};

/** Quoted for shells and systemd environment files: an S3 URL contains `&`. */
const settingLine = (name: string, value: string): string => `  ${name}='${value}'`;

const printNextSteps = (from: Config, to: Config, { database, storage }: CommandInput['values']): void => {
  const isServed = storage !== undefined && placeOf(from.storage) === placeOf(to.storage);
  if (database === undefined && isServed) {
    printLine('Now restart the server without SLIPWAY_FORMER_STORAGE_URL.');
    return;
  }
  printLine('Now start the server with:');
  if (database !== undefined) printLine(settingLine('SLIPWAY_DATABASE_URL', describeDatabase(to.database)));
  if (storage !== undefined) printLine(settingLine('SLIPWAY_STORAGE_URL', storage));
  if (database !== undefined && describeDatabase(to.database).includes(passwordMask))
    printLine(`  (replace ${passwordMask} with the password)`);
  if (from.formerStorage !== undefined) printLine('  and without SLIPWAY_FORMER_STORAGE_URL');
};

export const moveData = async ({ values }: CommandInput): Promise<void> => {
  const { database, storage } = values;
  const from = readConfig();
  if (database === undefined && storage === undefined) {
    throw new ConfigError('Missing target. Pass --database <url>, --storage <url>, or both.');
  }
  const to = readConfigWith({
    ...(database === undefined ? {} : { SLIPWAY_DATABASE_URL: database }),
    ...(storage === undefined ? {} : { SLIPWAY_STORAGE_URL: storage }),
    SLIPWAY_FORMER_STORAGE_URL: '',
  });
  if (database !== undefined && describeDatabase(from.database) === describeDatabase(to.database))
    throw new ConfigError('--database is the same as SLIPWAY_DATABASE_URL. Pass another database.');
  const source = storage === undefined ? from : sourceOf(from, to.storage);
  printTarget({ database: from.database, storage: source.storage });
  await requireService(from);
  if (database !== undefined) await moveDatabase(from, to);
  if (storage !== undefined) await moveArtifacts(source, { ...to, formerStorage: undefined });
  printNextSteps(from, to, values);
};
