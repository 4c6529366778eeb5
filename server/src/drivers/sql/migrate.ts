import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { IncompatibleDatabase } from '../../domain/model/errors.ts';
import { readMigrationFiles } from './migration-files.ts';
import type { Engine } from './schema.ts';

/*
 * Migrations are numbered SQL files that run in order, one transaction each, under the engine's lock, so many nodes may
 * start at once. A file whose name has `expand` after its number is backward compatible: nodes of the previous version
 * keep serving and may even start on the newer schema. An older node refuses to run on any other newer schema.
 */

const statementsOf = (text: string): string[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '');

const toMigration = (text: string): Migration => {
  const statements = statementsOf(text);
  return {
    up: async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
};

const readMigrations = async (engine: Engine): Promise<Record<string, Migration>> => {
  const files = Object.entries(await readMigrationFiles(engine));
  return Object.fromEntries(files.map(([name, text]) => [name, toMigration(text)]));
};

const nothing: Migration = { up: async () => undefined };

/** Receives the names of migrations from a newer version that this one is compatible with. */
export type OnNewerSchema = (names: string[]) => void;

/** Receives the names of the migrations that ran, in order; not called when none ran. */
export type OnMigrated = (names: string[]) => void;

const mayBeUnknown = (name: string): boolean => /^\d+-expand-/.test(name);

/** Adds no-op migrations for those that a newer version ran. */
const acceptNewer = (migrations: Record<string, Migration>, newer: string[]): Record<string, Migration> => {
  const unknown = newer.find((name) => !mayBeUnknown(name));
  if (unknown !== undefined)
    throw new IncompatibleDatabase(
      `The database is of a newer version than this program, which does not know its migration ${unknown}: start the newer program, or restore a backup of before.`,
    );
  return { ...migrations, ...Object.fromEntries(newer.map((name) => [name, nothing])) };
};

const tables = { migrationTableName: 'migrations', migrationLockTableName: 'migrations_lock' };

/** The migrations that ran; none in a foreign database. Creates no tables. */
export const listMigrations = async <T>(db: Kysely<T>): Promise<string[]> => {
  const present = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!present.some(({ name }) => name === tables.migrationTableName)) return [];
  const query = sql<{ name: string }>`select name from ${sql.table(tables.migrationTableName)}`;
  return (await query.execute(db)).rows.map(({ name }) => name);
};

/** Migrates to this version and returns the names of the migrations that ran. */
export const migrate = async <T>(
  db: Kysely<T>,
  engine: Engine,
  onNewer?: OnNewerSchema,
): Promise<string[]> => {
  const migrations = await readMigrations(engine);
  const ran: string[] = [];
  for (;;) {
    const executed = await listMigrations(db);
    const newer = executed.filter((name) => migrations[name] === undefined);
    const provider = { getMigrations: async () => acceptNewer(migrations, newer) };
    const { error, results } = await new Migrator({ db, provider, ...tables }).migrateUp();
    if (error !== undefined) {
      // A newer node may have migrated while this one waited for the lock.
      if ((await listMigrations(db)).length === executed.length) throw error;
      continue;
    }
    const names = (results ?? []).map(({ migrationName }) => migrationName);
    ran.push(...names);
    if (names.length > 0) continue;
    if (newer.length > 0) onNewer?.(newer);
    return ran;
  }
};
