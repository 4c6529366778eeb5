import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { IncompatibleDatabase } from '../../domain/nouns/errors.ts';
import { readMigrationFiles } from './migration-files.ts';
import type { Engine } from './schema.ts';

/*
 * Migrations are numbered SQL files, run in order, one transaction each, under the engine's lock: many nodes may
 * start at once. They expand first and contract a version later, so that a node of the version before goes on
 * serving, and may even start, on the newer tables. A file that contracts has `contract` in its name, and an
 * older program that meets it refuses to run.
 */

/** A statement ends with a semicolon at the end of a line. */
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

/** Stands in for what a newer version has run here. */
const acceptNewer = (known: Record<string, Migration>, executed: string[]): Record<string, Migration> => {
  const newer = executed.filter((name) => known[name] === undefined);
  const contracting = newer.find((name) => name.includes('contract'));
  if (contracting !== undefined)
    throw new IncompatibleDatabase(
      `The database is of a newer version than this program: it has run ${contracting}. Start the newer program, or restore a backup of before.`,
    );
  return { ...known, ...Object.fromEntries(newer.map((name) => [name, nothing])) };
};

const tables = { migrationTableName: 'migrations', migrationLockTableName: 'migrations_lock' };

/** The names of the migrations that were run; none in a database that is not ours. Makes nothing. */
export const listMigrations = async <T>(db: Kysely<T>): Promise<string[]> => {
  const present = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!present.some(({ name }) => name === tables.migrationTableName)) return [];
  const query = sql<{ name: string }>`select name from ${sql.table(tables.migrationTableName)}`;
  return (await query.execute(db)).rows.map(({ name }) => name);
};

/** Brings the tables up to this version and returns the names of the migrations that it ran. */
export const migrate = async <T>(db: Kysely<T>, engine: Engine): Promise<string[]> => {
  const known = await readMigrations(engine);
  const ran: string[] = [];
  for (;;) {
    const executed = await listMigrations(db);
    const provider = { getMigrations: async () => acceptNewer(known, executed) };
    const { error, results } = await new Migrator({ db, provider, ...tables }).migrateUp();
    if (error !== undefined) {
      // A newer node may have gone ahead while this one waited for the lock.
      if ((await listMigrations(db)).length === executed.length) throw error;
      continue;
    }
    const names = (results ?? []).map(({ migrationName }) => migrationName);
    if (names.length === 0) return ran;
    ran.push(...names);
  }
};
