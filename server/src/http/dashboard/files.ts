import { readFile } from 'node:fs/promises';
import type { BuiltFiles } from './dashboard.ts';

/* Reads the dashboard's files from disk. The packed executable replaces this module, because it has no such files. */

const folder = new URL('../../../../web/dist/', import.meta.url);

const readPacked = async (name: string) => {
  const [br, gzip] = await Promise.all(
    ['br', 'gz'].map((ending) => readFile(new URL(`${name}.${ending}`, folder))),
  );
  return [name, { br, gzip }] as const;
};

/** Undefined if the dashboard isn't built. */
export const readDashboardFiles = async (): Promise<BuiltFiles | undefined> => {
  try {
    const manifest = JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8'));
    const names: string[] = ['index.html', ...manifest.files];
    return Object.fromEntries(await Promise.all(names.map(readPacked))) as BuiltFiles;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
