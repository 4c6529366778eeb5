import { readdir, readFile } from 'node:fs/promises';
import type { Engine } from './schema.ts';

/* The bundled executable replaces this module by one with the files inlined. */

/** The SQL of every migration of an engine, by file name without `.sql`. */
export const readMigrationFiles = async (engine: Engine): Promise<Record<string, string>> => {
  const folder = new URL(`migrations/${engine}/`, import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const named = files.map(async (name) => [
    name.slice(0, -'.sql'.length),
    await readFile(new URL(name, folder), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(named));
};
