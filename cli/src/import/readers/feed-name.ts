/* Recognizes feeds and their formats by file name. */

export type FeedFormat = 'tauri' | 'electron' | 'releases' | 'squirrel-mac' | 'velopack' | 'appcast';

const shapes: [RegExp, FeedFormat][] = [
  [/^latest\.json$/i, 'tauri'],
  [/^(?:latest|beta|alpha)(?:-(?:mac|linux)(?:-\w+)?)?\.yml$/, 'electron'],
  [/^RELEASES$/i, 'releases'],
  [/^RELEASES\.json$/, 'squirrel-mac'],
  [/^releases\.[A-Za-z0-9._-]+\.json$/, 'velopack'],
  [/^appcast[\w.-]*\.xml$/i, 'appcast'],
];

/** Undefined if the file is not a feed. */
export const feedFormat = (name: string): FeedFormat | undefined =>
  shapes.find(([shape]) => shape.test(name))?.[1];

/** For a file that the user named as a feed, the extension is enough. */
export const feedFormatByExtension = (name: string): FeedFormat | undefined => {
  if (/\.ya?ml$/i.test(name)) return 'electron';
  if (/\.xml$/i.test(name)) return 'appcast';
  return feedFormat(name) ?? (/\.json$/i.test(name) ? 'tauri' : undefined);
};

const systems = ['', '-mac', '-linux', '-linux-arm64', '-linux-armv7l', '-linux-ia32'];
const velopackNames = ['win', 'osx', 'linux'].flatMap((os) => [os, `${os}-x64`, `${os}-arm64`]);

/** Requested from an address, because it cannot be listed. */
export const defaultFeedNames: string[] = [
  'latest.json',
  ...['latest', 'beta', 'alpha'].flatMap((channel) => systems.map((system) => `${channel}${system}.yml`)),
  'RELEASES',
  'RELEASES.json',
  ...[...velopackNames, 'stable', 'beta'].map((name) => `releases.${name}.json`),
  'appcast.xml',
];
