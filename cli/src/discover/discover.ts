import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { SkippedFile } from '@slipway/build-files/bundle.ts';
import { skippedReason } from '@slipway/build-files/skipped-files.ts';
import { usageFailure } from '../errors/failure.ts';
import { type Build, type BuildTool, emptyBuild, mergeBuilds } from './build.ts';
import { electronBuilder } from './electron.ts';
import { forge } from './forge.ts';
import { sparkle } from './sparkle.ts';
import { tauri } from './tauri.ts';
import { velopack } from './velopack.ts';
import { withZsync } from './zsync.ts';

export interface Discovery extends Omit<Build, 'claimed'> {
  /** Unrecognized files that the user named; their targets must be given. */
  unknown: string[];
  /** Folders to search for the project's version if needed. */
  versionFolders: string[];
}

/** In order of precedence: each tool hides its files from the next, and the last one has only file names to go by. */
const tools: BuildTool[] = [electronBuilder, velopack, forge, sparkle, tauri];

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

/** The folders of these tools also keep earlier versions, which their lists account for. */
const keepersOfOlder = new Set<BuildTool>([velopack, forge, sparkle]);

/** Files that look publishable but belong to no tool. */
const findSkipped = (files: readonly string[], { bundles, skipped }: Build): SkippedFile[] => {
  const companions = bundles.flatMap((bundle) => bundle.companions ?? []);
  const handled = new Set([...bundles, ...companions, ...skipped].map(({ path }) => path));
  return files.flatMap((path) => {
    const reason = handled.has(path) ? undefined : skippedReason(path);
    return reason === undefined ? [] : [{ path, reason }];
  });
};

const readBuild = async (files: string[], channel?: string): Promise<Build> => {
  const builds: Build[] = [];
  const settled = new Set<string>();
  let rest = files;
  for (const tool of tools) {
    const build = await tool(rest, channel);
    const claimed = new Set(build.claimed);
    if (keepersOfOlder.has(tool)) for (const path of claimed) settled.add(path);
    rest = rest.filter((path) => !claimed.has(path));
    builds.push(build);
  }
  const joined = mergeBuilds(builds);
  const all = { ...joined, bundles: await Promise.all(joined.bundles.map(withZsync)) };
  const skipped = findSkipped(
    files.filter((path) => !settled.has(path)),
    all,
  );
  return { ...all, skipped: [...all.skipped, ...skipped] };
};

const discoverFolder = async (folder: string, channel?: string): Promise<Discovery> => ({
  ...(await readBuild(await filesUnder(folder), channel)),
  unknown: [],
  versionFolders: [folder],
});

const discoverFile = async (path: string, channel?: string): Promise<Discovery> => {
  const build = await readBuild([path], channel);
  // A file that the user named is never skipped for its type.
  const leftAside = build.skipped.filter((one) => one.path !== path || one.reason !== skippedReason(path));
  const isKnown = [build.bundles, leftAside, build.versions].some((some) => some.length > 0);
  return { ...build, skipped: leftAside, unknown: isKnown ? [] : [path], versionFolders: [dirname(path)] };
};

const merge = (a: Discovery, b: Discovery): Discovery => ({
  ...mergeBuilds([
    { ...a, claimed: [] },
    { ...b, claimed: [] },
  ]),
  unknown: [...a.unknown, ...b.unknown],
  versionFolders: [...a.versionFolders, ...b.versionFolders],
});

export const discover = async (paths: string[], cwd: string, channel?: string): Promise<Discovery> => {
  let all: Discovery = { ...emptyBuild, unknown: [], versionFolders: [] };
  for (const inputPath of paths) {
    const path = resolve(cwd, inputPath);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined)
      throw usageFailure(`${inputPath} does not exist.`, 'Check the path, or build first.');
    // A signature is found next to its file, so one matched by a shell's * is ignored.
    if (found.isFile() && /\.(?:mini)?sig$/.test(path)) continue;
    all = merge(
      all,
      found.isDirectory() ? await discoverFolder(path, channel) : await discoverFile(path, channel),
    );
  }
  return all;
};

const usualFolders = ['src-tauri/target', 'target', 'dist', 'release', 'out/make', 'Releases'];

const holdsBuild = async (folder: string): Promise<boolean> => {
  const { bundles } = await discoverFolder(folder);
  return bundles.length > 0;
};

/** The first default output folder of a requested tool that contains a build. */
export const defaultPaths = async (
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
