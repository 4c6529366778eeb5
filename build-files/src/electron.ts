import { archesInName, type Bundle, type Facts, type SkippedFile, versionInName } from './bundle.ts';
import { fileNameFromUrl, toSafeFileName } from './file-name.ts';
import { baseName, siblingPath } from './path.ts';

/*
 * electron-builder writes one feed per system to dist/: `latest.yml` (Windows), `latest-mac.yml`, `latest-linux.yml`,
 * `latest-linux-arm64.yml`. Each lists its files; `latest` is the channel name.
 */

const maxFeedLength = 256 * 1024;

export interface ElectronFile {
  /** Unmodified from the feed: a file name or a full URL. */
  url: string;
  /** Unmodified from the feed; electron-builder writes base64. */
  sha512: string | undefined;
  sizeBytes: number | undefined;
  blockMapSize: number | undefined;
}

const feedName = /^[A-Za-z0-9._]+(?:-(mac|linux)(?:-(arm64|arm|armv7l|ia32))?)?\.yml$/;

/** The built-in channels of electron-builder; no other file in a build folder has such a name. */
export const knownFeedName = /^(?:latest|beta|alpha)(?:-(?:mac|linux)(?:-\w+)?)?\.yml$/;

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

export const isFeedName = (name: string): boolean =>
  feedName.test(name) && name !== 'builder-debug.yml' && name !== 'builder-effective-config.yml';

const archesOf = (name: string, feedArch: string | undefined): string[] => {
  const named = archesInName(name);
  if (named.length > 0) return named;
  // electron-builder omits x64 from file names, unless the feed is for another architecture.
  return feedArch === undefined ? ['x86_64'] : archesInName(`-${feedArch}`);
};

const sha512Shape = /^[A-Za-z0-9+/]{86}==$/;

/** The fields that electron-updater reads. Only an AppImage embeds its block map. */
const factsOf = (name: string, format: string, { sha512, blockMapSize }: ElectronFile): Facts => ({
  ...(name.endsWith(format) ? { fileName: toSafeFileName(name) } : {}),
  ...(sha512 !== undefined && sha512Shape.test(sha512) ? { sha512 } : {}),
  ...(format === '.AppImage' && blockMapSize !== undefined ? { blockMapSize } : {}),
});

/** Builds the bundle from a feed entry, or says why it is skipped. Does not touch the disk. */
export const bundleFromFeedEntry = (feedPath: string, entry: ElectronFile): Bundle | SkippedFile => {
  const [, system = 'windows', feedArch] = feedName.exec(baseName(feedPath)) ?? [];
  const { os, primary } = systems[system] ?? { os: 'windows', primary: '.exe' };
  // A feed may contain a full URL; the file is next to the feed in either case.
  const name = fileNameFromUrl(entry.url);
  const path = siblingPath(feedPath, name);
  const format = formats.find((ending) => name.toLowerCase().endsWith(ending.toLowerCase()));
  if (format === undefined) return { path, reason: 'not a known installer' };
  return {
    path,
    format,
    os,
    kind: format.slice(1).toLowerCase(),
    primary: format === primary,
    arches: archesOf(name, feedArch),
    version: versionInName(name),
    origin: 'electron',
    declared: { declaredIn: feedPath, bytes: entry.sizeBytes, sha512: entry.sha512 },
    facts: factsOf(name, format, entry),
  };
};

/** electron-builder's name for the channel of a feed: `latest`, `beta`, … */
export const feedChannelOf = (path: string): string => /^[^-]*?(?=-|\.yml$)/.exec(baseName(path))?.[0] ?? '';

/** Reads the version and files of a feed line by line, for callers without a YAML parser. */
export const parseFeedLines = (text: string): { version: string | undefined; files: ElectronFile[] } => {
  const plain = (value = ''): string => value.trim().replace(/^(['"])(.*)\1$/, '$2');
  const files: ElectronFile[] = [];
  let version: string | undefined;
  for (const line of text.slice(0, maxFeedLength).split('\n')) {
    const [, indent = '', dash, name, value] = /^(\s*)(- )?([A-Za-z0-9]+):\s+(.*)$/.exec(line) ?? [];
    const file = files.at(-1);
    if (indent === '' && dash === undefined && name === 'version') version = plain(value);
    else if (dash !== undefined && name === 'url')
      files.push({ url: plain(value), sha512: undefined, sizeBytes: undefined, blockMapSize: undefined });
    else if (indent === '' || file === undefined) continue;
    else if (name === 'sha512') file.sha512 = plain(value);
    else if (name === 'size') file.sizeBytes = Number(plain(value));
    else if (name === 'blockMapSize') file.blockMapSize = Number(plain(value));
  }
  return { version, files };
};
