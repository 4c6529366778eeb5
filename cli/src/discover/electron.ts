import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { archesInName, type Bundle, type FoundVersion, type LeftAside, versionInName } from './bundle.ts';

/*
 * What electron-builder leaves in dist/: one feed per system, `latest.yml` (Windows), `latest-mac.yml`,
 * `latest-linux.yml`, `latest-linux-arm64.yml`, each naming its files; `latest` is the channel's name there.
 */

const feedName = /^[A-Za-z0-9._]+(?:-(mac|linux)(?:-(arm64|arm|armv7l|ia32))?)?\.yml$/;

const systems: Record<string, { os: string; primary: string }> = {
  windows: { os: 'windows', primary: '.exe' },
  mac: { os: 'darwin', primary: '.zip' },
  linux: { os: 'linux', primary: '.AppImage' },
};

const formats = [
  '.AppImage',
  '.exe',
  '.zip',
  '.dmg',
  '.pkg',
  '.deb',
  '.rpm',
  '.pacman',
  '.snap',
  '.msi',
  '.appx',
];

interface Feed {
  version?: unknown;
  files?: unknown;
}

export interface ElectronBuild {
  version: FoundVersion;
  bundles: Bundle[];
  leftAside: LeftAside[];
}

/** Whether a file may be one of electron-builder's feeds, by its name. */
export const isElectronFeedName = (name: string): boolean =>
  feedName.test(name) && name !== 'builder-debug.yml' && name !== 'builder-effective-config.yml';

const archesOf = (name: string, feedArch: string | undefined): string[] => {
  const named = archesInName(name);
  if (named.length > 0) return named;
  // electron-builder leaves x64 out of names, but for a feed that is another architecture's.
  return feedArch === undefined ? ['x86_64'] : archesInName(`-${feedArch}`);
};

const readEntry = (feedPath: string, entry: { url?: unknown; size?: unknown }): Bundle | LeftAside => {
  const [, system = 'windows', feedArch] = feedName.exec(basename(feedPath)) ?? [];
  const { os, primary } = systems[system] ?? { os: 'windows', primary: '.exe' };
  // A feed may name a whole address; the file lies beside the feed in either case, never elsewhere.
  const name = basename(decodeURIComponent(String(entry.url ?? '')));
  const path = join(dirname(feedPath), name);
  const format = formats.find((ending) => name.toLowerCase().endsWith(ending.toLowerCase()));
  if (format === undefined) return { path, reason: 'no installer that is known' };
  return {
    path,
    format,
    os,
    kind: format.slice(1).toLowerCase(),
    primary: format === primary,
    arches: archesOf(name, feedArch),
    version: versionInName(name),
    origin: 'electron',
    ...(typeof entry.size === 'number' ? { announcedBytes: entry.size } : {}),
  };
};

/** What a feed names, or undefined where the file is no feed at all. */
export const readElectronFeed = async (path: string): Promise<ElectronBuild | undefined> => {
  const { parse } = await import('./yaml.ts');
  let feed: Feed | null;
  try {
    feed = parse(await readFile(path, 'utf8')) as Feed | null;
  } catch {
    return undefined;
  }
  if (typeof feed?.version !== 'string' || !Array.isArray(feed.files)) return undefined;
  const entries = feed.files.map((file) => readEntry(path, file as { url?: unknown; size?: unknown }));
  return {
    version: { version: feed.version, from: path },
    bundles: entries.filter((entry): entry is Bundle => 'format' in entry),
    leftAside: entries.filter((entry): entry is LeftAside => 'reason' in entry),
  };
};
