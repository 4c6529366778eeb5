// Lists the dashboard's sources and checks whether the build is current, by name, mtime and size alone. Plain
// JavaScript, because it runs on any Node before the packages are installed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootFolder = fileURLToPath(new URL('../../', import.meta.url));
export const distFolder = join(rootFolder, 'web', 'dist');

/** A change in one of these makes the build stale. */
const places = [
  'web/src',
  'web/scripts',
  'web/package.json',
  'api/src',
  'api/package.json',
  'core/src',
  'core/package.json',
  'build-files/src',
  'build-files/package.json',
];

const filesBelow = (path) => {
  if (statSync(join(rootFolder, path)).isFile()) return [path];
  return readdirSync(join(rootFolder, path)).flatMap((name) => filesBelow(`${path}/${name}`));
};

/** The mtime and size of each source. */
export const listSources = () =>
  Object.fromEntries(
    places.flatMap(filesBelow).map((path) => {
      const { mtimeMs, size } = statSync(join(rootFolder, path));
      return [path, `${Math.round(mtimeMs)} ${size}`];
    }),
  );

const readManifest = () => {
  try {
    return JSON.parse(readFileSync(join(distFolder, 'manifest.json'), 'utf8'));
  } catch {
    return undefined;
  }
};

/** Whether `dist` was built from the current sources. */
export const isFresh = () => {
  const built = readManifest()?.sources;
  if (built === undefined) return false;
  const sources = Object.entries(listSources());
  return (
    sources.length === Object.keys(built).length && sources.every(([path, state]) => built[path] === state)
  );
};
