import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exitCodes, Failure, usageFailure } from '../../errors/failure.ts';
import type { FeedFile } from '../readers/feed.ts';
import { feedFormat, feedFormatByExtension } from '../readers/feed-name.ts';
import type { FeedText, FetchedFile, Source } from './source.ts';

/* Reads a folder of releases. Links are not followed, so that a feed cannot reach files outside the folder. */

const maxDepth = 8;
const maxFeeds = 200;
/** Far larger than any feed. */
export const maxFeedBytes = 16 * 1024 * 1024;
const passedOver = new Set(['node_modules', '.git']);

export const feedTooLargeFailure = (at: string): Failure =>
  new Failure(`${at} is too large for a feed (over 16 MiB).`, {
    exit: exitCodes.failed,
    code: 'feed-too-large',
    remedy: 'Nothing was uploaded. Pass the feed file, or another folder.',
  });

const readFeed = async (path: string): Promise<FeedText> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = await file.stat();
    if (size > maxFeedBytes) throw feedTooLargeFailure(path);
    return { name: basename(path), location: path, displayName: path, text: await file.readFile('utf8') };
  } finally {
    await file.close();
  }
};

const feedsUnder = async (folder: string, depth = 0): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile() && feedFormat(entry.name) !== undefined) found.push(path);
    else if (entry.isDirectory() && depth < maxDepth && !passedOver.has(entry.name))
      found.push(...(await feedsUnder(path, depth + 1)));
  }
  return found;
};

const findFeeds = async (path: string): Promise<string[]> => {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) throw usageFailure(`${path} does not exist.`, 'Check the path.');
  if (!found.isFile()) return await feedsUnder(path);
  if (feedFormatByExtension(basename(path)) === undefined)
    throw usageFailure(
      `${path} is not a feed.`,
      'Pass a folder, or a feed such as latest.yml or appcast.xml.',
    );
  return [path];
};

const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[/\\]/.test(name) && !name.includes('\0');

/** electron-builder writes `Acme-Setup.exe` to the feed, `Acme Setup.exe` to disk; verification compares them. */
const findSpaced = async (folder: string, fileName: string): Promise<string | undefined> => {
  const names = await readdir(folder);
  return names.find((name) => name !== fileName && name.replaceAll(' ', '-') === fileName);
};

const fetchFile = async (feedLocation: string, file: FeedFile): Promise<FetchedFile> => {
  const folder = dirname(feedLocation);
  if (!isPlainName(file.fileName)) return { gone: 'it has no valid file name' };
  for (const name of [file.fileName, await findSpaced(folder, file.fileName)]) {
    if (name === undefined) continue;
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile()) return { path };
    if (found?.isSymbolicLink()) return { gone: 'it is a symbolic link' };
  }
  return { gone: 'it is not in the folder of its feed' };
};

/** Includes feeds in subfolders. */
export const openFolderSource = (path: string): Source => ({
  displayName: path,
  isLocal: true,
  async readFeeds() {
    const paths = await findFeeds(path);
    if (paths.length > maxFeeds)
      throw usageFailure(`${path} has more than ${maxFeeds} feeds.`, 'Pass one of its folders.');
    return await Promise.all(paths.map(readFeed));
  },
  findBlockReason: () => undefined,
  fetchFile,
  listSiblings: async (feedLocation) => {
    const entries = await readdir(dirname(feedLocation), { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  },
  clear: async () => {},
  close: async () => {},
});
