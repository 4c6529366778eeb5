// What the dashboard is made of, and whether what was built of it is still that: names, times and sizes, nothing is read.
// Plain JavaScript, since it runs on whatever Node there is, before the packages are installed.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const rootFolder = fileURLToPath(new URL('../../', import.meta.url));
export const distFolder = join(rootFolder, 'web', 'dist');

/** Folders and files whose change makes another dashboard. */
const places = [
  'web/src',
  'web/scripts',
  'web/package.json',
  'api/src',
  'api/package.json',
  'build-files/src',
  'build-files/package.json',
];

const filesBelow = (path) => {
  if (statSync(join(rootFolder, path)).isFile()) return [path];
  return readdirSync(join(rootFolder, path)).flatMap((name) => filesBelow(`${path}/${name}`));
};

/** Each source with the time of its last change and its size. */
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

/** Whether what lies in `dist` was built from the sources as they are. */
export const isFresh = () => {
  const built = readManifest()?.sources;
  if (built === undefined) return false;
  const sources = Object.entries(listSources());
  return (
    sources.length === Object.keys(built).length && sources.every(([path, state]) => built[path] === state)
  );
};
