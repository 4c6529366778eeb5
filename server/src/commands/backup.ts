import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { saltPrefix } from '../domain/fleet/counters/daily-salt.ts';
import { createStorageCopy, type StorageCopyResult } from '../domain/maintenance/copy-storage.ts';
import { type Artifact, blobContentOf, type StoredObject } from '../domain/model/artifact.ts';
import { Refusal } from '../domain/model/errors.ts';
import { fileSealOf } from '../drivers/blobs-fs/file-seal.ts';
import {
  finalizeSqliteCopy,
  isArtifactActive,
  readDatabaseOrigin,
  readStoredObjects,
  snapshotSqlite,
} from '../drivers/sqlite/backup.ts';
import { randomIds } from '../drivers/system.ts';
import { openStore } from '../open-drivers.ts';
import { openStorage, uploadSecretSetting } from '../open-storage.ts';
import { type BackupFolder, openBackupFolder } from './backup/folder.ts';
import type { CommandInput } from './command.ts';
import { putIntoInbox } from './put-upload.ts';
import { printTarget, requireService } from './require-service.ts';

/*
 * Copies the embedded database and every artifact into a folder while the server runs. The database snapshot comes
 * first: every artifact that it names is already stored and never changes. Each artifact is read from the storage and
 * verified in the copy, unless an earlier backup did so and the file has not changed since.
 */

const recordsAtATime = 100;

/** Finds files that an earlier backup verified and that have not changed since. */
const createFindMoved = ({ database, blobs }: BackupFolder, isWanted: boolean) => {
  let verified = new Map<string, StoredObject>();
  try {
    if (isWanted) verified = readStoredObjects(database);
  } catch {
    // No earlier backup, or an unreadable one: verify every file.
  }
  return async (artifact: Artifact): Promise<StoredObject | undefined> => {
    const stored = verified.get(artifact.id);
    if (stored === undefined) return undefined;
    const path = join(blobs, blobContentOf(artifact).storedKey);
    const stats = await stat(path, { bigint: true }).catch(() => undefined);
    return stats !== undefined && fileSealOf(stats) === stored.seal ? stored : undefined;
  };
};

const copyArtifacts = async (
  config: Config & { database: { kind: 'sqlite' } },
  folder: BackupFolder,
  isTrusting: boolean,
): Promise<StorageCopyResult> => {
  // Points the copied records to the copied files.
  const store = await openStore({ database: { kind: 'sqlite', file: folder.stagedDatabase } });
  const needs = { store, ids: randomIds, uploadUrl: 'http://localhost' };
  const source = await openStorage(config, needs);
  const target = await openStorage(
    { storage: { kind: 'files', root: folder.blobs }, formerStorage: undefined },
    needs,
  );
  if (target.inbox === undefined) throw new Error('files have an inbox');
  try {
    const { file } = config.database;
    const moving = createStorageCopy({
      store,
      from: source.blobs,
      to: target.blobs,
      put: putIntoInbox(target.inbox),
      isActive: async (id) => isArtifactActive(file, id),
      findMoved: createFindMoved(folder, isTrusting),
      recordsAtATime,
    });
    return await moving.copyAll();
  } finally {
    await source.blobs.close();
    await target.blobs.close();
    await store.close();
  }
};

const report = ({ copied, present, pruned, damaged }: StorageCopyResult, path: string): void => {
  const artifacts = copied.artifacts + present.artifacts;
  const bytes = copied.bytes + present.bytes;
  const left = pruned === 0 ? '' : ` ${pruned} pruned during the backup.`;
  process.stdout.write(
    `Backed up the database and ${artifacts} artifacts (${bytes} bytes) to ${path}: ${copied.artifacts} new, ${present.artifacts} already there.${left}\n` +
      'To restore it, see “Restore” in docs/OPERATIONS.md.\n',
  );
  if (damaged.length > 0)
    throw new Refusal(
      'artifact-damaged',
      `Damaged files in the storage: ${damaged.join(', ')}. Everything else is backed up. Restore these from an older backup.`,
    );
};

/** The server moves, counts and cleans up everything inside its storage. */
const requireOutsideStorage = (where: string, { storage }: Pick<Config, 'storage'>): void => {
  if (storage.kind !== 'files') return;
  const way = relative(resolve(storage.root), resolve(where));
  if (way !== '' && (way.split(sep)[0] === '..' || isAbsolute(way))) return;
  throw new ConfigError(`${resolve(where)} is inside the storage. Pass a folder outside of it.`);
};

/** Updates the backup in a folder, or creates one. */
export const backUpService = async ({ positionals: [where = ''], flags }: CommandInput): Promise<void> => {
  const config = readConfig();
  const { database } = config;
  if (database.kind !== 'sqlite') {
    throw new ConfigError(
      'backup works with SQLite only. Back up PostgreSQL with pg_dump, and S3 with bucket versioning.',
    );
  }
  printTarget(config);
  requireOutsideStorage(where, config);
  await requireService(config);
  const folder = await openBackupFolder(where, readDatabaseOrigin(database.file));
  try {
    await snapshotSqlite(database.file, folder.stagedDatabase);
    const moved = await copyArtifacts({ ...config, database }, folder, !flags.has('verify'));
    // A leaked backup must not allow signing uploads or finding client IDs in its sketches; a restored one creates new
    // secrets.
    await finalizeSqliteCopy(folder.stagedDatabase, [uploadSecretSetting, `${saltPrefix}*`]);
    await folder.finish();
    report(moved, folder.path);
  } finally {
    await folder.abandon();
  }
};
