import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { usageFailure } from '../failure.ts';
import type { Bundle, FoundVersion, LeftAside } from './bundle.ts';
import { isElectronFeedName, readElectronFeed } from './electron.ts';
import { readTauriBundle } from './tauri.ts';

export interface Discovery {
  bundles: Bundle[];
  leftAside: LeftAside[];
  /** Files that were named and are nothing that is known: their target must be told. */
  unknown: string[];
  /** Every version that a feed tells. */
  versions: FoundVersion[];
  /** Where to begin to look for the project's own version, should it be needed. */
  versionFolders: string[];
}

const maxDepth = 8;
const passedOver = new Set(['node_modules', '.git', 'deps', 'incremental', '.fingerprint']);

const isFolderToEnter = (entry: Dirent): boolean =>
  entry.isDirectory() &&
  !passedOver.has(entry.name) &&
  !/\.(app|AppDir)$/.test(entry.name) &&
  !/-unpacked$/.test(entry.name);

const filesUnder = async (folder: string, depth = 0): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile()) found.push(path);
    else if (depth < maxDepth && isFolderToEnter(entry)) found.push(...(await filesUnder(path, depth + 1)));
  }
  return found;
};

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined;

const discoverFolder = async (folder: string): Promise<Discovery> => {
  const files = await filesUnder(folder);
  const names = files.filter((path) => isElectronFeedName(path.slice(dirname(path).length + 1)));
  const feeds = (await Promise.all(names.map(readElectronFeed))).filter((feed) => feed !== undefined);
  const feedFiles = new Set(feeds.map((feed) => dirname(feed.version.from)));
  const tauri = files
    .filter((path) => !feedFiles.has(dirname(path)))
    .flatMap((path) => readTauriBundle(path) ?? []);
  return {
    bundles: [...feeds.flatMap((feed) => feed.bundles), ...tauri],
    leftAside: feeds.flatMap((feed) => feed.leftAside),
    unknown: [],
    versions: feeds.map((feed) => feed.version),
    versionFolders: [folder],
  };
};

const discoverFile = (path: string): Discovery => {
  const bundle = readTauriBundle(path);
  return {
    bundles: bundle === undefined ? [] : [bundle],
    leftAside: [],
    unknown: bundle === undefined ? [path] : [],
    versions: [],
    versionFolders: [dirname(path)],
  };
};

const merge = (a: Discovery, b: Discovery): Discovery => ({
  bundles: [
    ...a.bundles,
    ...b.bundles.filter((bundle) => !a.bundles.some(({ path }) => path === bundle.path)),
  ],
  leftAside: [...a.leftAside, ...b.leftAside],
  unknown: [...a.unknown, ...b.unknown],
  versions: [...a.versions, ...b.versions],
  versionFolders: [...a.versionFolders, ...b.versionFolders],
});

/** What lies at the paths that were named, files and folders. */
export const discover = async (paths: string[], cwd: string): Promise<Discovery> => {
  let all: Discovery = { bundles: [], leftAside: [], unknown: [], versions: [], versionFolders: [] };
  for (const given of paths) {
    const path = resolve(cwd, given);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw usageFailure(`There is no ${given}.`, 'Check the path, or build first.');
    // A signature is found beside its file; naming it too, as a shell's * does, means nothing more.
    if (found.isFile() && path.endsWith('.sig')) continue;
    all = merge(all, found.isDirectory() ? await discoverFolder(path) : discoverFile(path));
  }
  return all;
};

const usualFolders = ['src-tauri/target', 'target', 'dist', 'release'];

const holdsBuild = async (folder: string): Promise<boolean> => {
  const { bundles } = await discoverFolder(folder);
  return bundles.length > 0;
};

/** The folder where a usual build tool leaves its work, the first that is wanted and holds some. */
export const usualPaths = async (
  cwd: string,
  isWanted: (folder: string) => boolean = () => true,
): Promise<string[]> => {
  for (const name of usualFolders) {
    const folder = join(cwd, name);
    if (!isWanted(folder)) continue;
    if ((await isThere(folder)) && (await stat(folder)).isDirectory() && (await holdsBuild(folder)))
      return [folder];
  }
  return [];
};
