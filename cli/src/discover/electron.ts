import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Bundle, SkippedFile } from '@slipway/build-files/bundle.ts';
import {
  bundleFromFeedEntry,
  feedChannelOf,
  isFeedName,
  knownFeedName,
} from '@slipway/build-files/electron.ts';
import { type ElectronFeed, parseElectronFeed } from '../formats/electron-yml.ts';
import { UnreadableFeedError } from '../formats/unreadable-feed-error.ts';
import { findBlockMapError } from './block-map.ts';
import {
  type Build,
  type BuildTool,
  buildFailure,
  emptyBuild,
  findWithSpaces,
  isFile,
  mergeBuilds,
  missingFileFailure,
  siblingFiles,
} from './build.ts';

/*
 * electron-builder writes one feed per system to dist/: `latest.yml` (Windows), `latest-mac.yml`, `latest-linux.yml`,
 * `latest-linux-arm64.yml`. Each lists its files; `latest` is the channel name.
 */

/** Adds the block map next to a file, which lets the next update download only the changes. */
const withBlockMap = async (bundle: Bundle): Promise<Bundle> => {
  const path = `${bundle.path}.blockmap`;
  if (!(await isFile(path))) return bundle;
  const fault = await findBlockMapError(path, bundle.declared?.bytes);
  return {
    ...bundle,
    companions: [{ suffix: 'blockmap', path, ...(fault === undefined ? {} : { error: fault }) }],
  };
};

/*
 * electron-builder writes `Acme-Setup-1.0.0.exe` to the feed but `Acme Setup 1.0.0.exe` to disk. Only a hash proves
 * that they are the same file, so one is required; publishing compares it.
 */
const locate = async (bundle: Bundle): Promise<Bundle> => {
  if (await isFile(bundle.path)) return await withBlockMap(bundle);
  const path = bundle.declared?.sha512 === undefined ? undefined : await findWithSpaces(bundle.path);
  if (path !== undefined) return await withBlockMap({ ...bundle, path });
  throw missingFileFailure(bundle.declared?.declaredIn ?? '', bundle.path);
};

const parseFeed = async (path: string): Promise<ElectronFeed | undefined> => {
  const text = await readFile(path, 'utf8');
  return await parseElectronFeed(text).catch((error: unknown) => {
    if (!(error instanceof UnreadableFeedError)) throw error;
    if (!knownFeedName.test(basename(path))) return undefined;
    throw buildFailure('feed-unreadable', `${path} is not a valid electron-builder feed: ${error.message}.`);
  });
};

export const webInstallerReason =
  'a web installer needs a package that no feed offers; build the target nsis';
const isInstaller = (entry: Bundle | SkippedFile): boolean => 'format' in entry && entry.format === '.exe';

interface FoundFeed {
  path: string;
  feed: ElectronFeed;
}

const readFeed = async ({ path, feed }: FoundFeed): Promise<Build> => {
  const entries = feed.files
    .map((file) => bundleFromFeedEntry(path, file))
    .map((entry) =>
      feed.hasPackages && isInstaller(entry) ? { path: entry.path, reason: webInstallerReason } : entry,
    );
  return {
    bundles: await Promise.all(entries.filter((entry): entry is Bundle => 'format' in entry).map(locate)),
    skipped: entries.filter((entry): entry is SkippedFile => 'reason' in entry),
    versions: [{ version: feed.version, from: path }],
    notes: feed.notes,
    claimed: [path],
  };
};

const channelReason = (path: string): string =>
  `feed of channel ${feedChannelOf(path)}; publish it with --channel ${feedChannelOf(path)}`;

/** With feeds for several channels, picks those of the given channel, otherwise the default ones. */
const readFolder = async (feeds: FoundFeed[], channel: string): Promise<Build> => {
  const names = new Set(feeds.map(({ path }) => feedChannelOf(path)));
  const chosen = [channel === 'stable' ? 'latest' : channel, 'latest'].find((name) => names.has(name));
  const isChosen = ({ path }: FoundFeed) => chosen === undefined || feedChannelOf(path) === chosen;
  const others = feeds.filter((one) => !isChosen(one));
  const skipped = others.map(({ path }) => ({ path, reason: channelReason(path) }));
  const builds = await Promise.all(feeds.filter(isChosen).map(readFeed));
  return mergeBuilds([...builds, { ...emptyBuild, skipped }]);
};

/** Claims all files next to the feeds as well. */
export const electronBuilder: BuildTool = async (files, channel = 'stable') => {
  const paths = files.filter((path) => isFeedName(basename(path)));
  const parsed = await Promise.all(paths.map(async (path) => ({ path, feed: await parseFeed(path) })));
  const feeds = parsed.filter((one): one is FoundFeed => one.feed !== undefined);
  const folders = [...new Set(feeds.map(({ path }) => dirname(path)))];
  const builds = folders.map((folder) =>
    readFolder(
      feeds.filter(({ path }) => dirname(path) === folder),
      channel,
    ),
  );
  const build = mergeBuilds(await Promise.all(builds));
  return { ...build, claimed: siblingFiles(build.claimed, files) };
};
