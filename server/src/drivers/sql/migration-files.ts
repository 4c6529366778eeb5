import { readdir, readFile } from 'node:fs/promises';
import type { Engine } from './schema.ts';

/* Where the files of the migrations are read. What is packed has no such files: there they stand in for this one. */

/** The text of every migration of an engine, by its name: the file's without `.sql`. */
export const readMigrationFiles = async (engine: Engine): Promise<Record<string, string>> => {
  const folder = new URL(`migrations/${engine}/`, import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const named = files.map(async (name) => [
    name.slice(0, -'.sql'.length),
    await readFile(new URL(name, folder), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(named));
};
