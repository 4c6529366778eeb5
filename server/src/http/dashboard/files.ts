import { readFile } from 'node:fs/promises';
import type { BuiltFiles } from './dashboard.ts';

/* Where the files of the dashboard are read. What is packed has no such files: there they stand in for this one. */

const folder = new URL('../../../../web/dist/', import.meta.url);

const readPacked = async (name: string) => {
  const [br, gzip] = await Promise.all(
    ['br', 'gz'].map((ending) => readFile(new URL(`${name}.${ending}`, folder))),
  );
  return [name, { br, gzip }] as const;
};

/** The built dashboard, compressed as it is sent, by the names of its files; undefined where it is not built. */
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
