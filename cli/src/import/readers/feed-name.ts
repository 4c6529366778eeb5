/* Which files are feeds, by their names, and how each is to be read. */

export type FeedFormat = 'tauri' | 'electron' | 'releases' | 'squirrel-mac' | 'velopack' | 'appcast';

const shapes: [RegExp, FeedFormat][] = [
  [/^latest\.json$/i, 'tauri'],
  [/^(?:latest|beta|alpha)(?:-(?:mac|linux)(?:-\w+)?)?\.yml$/, 'electron'],
  [/^RELEASES$/i, 'releases'],
  [/^RELEASES\.json$/, 'squirrel-mac'],
  [/^releases\.[A-Za-z0-9._-]+\.json$/, 'velopack'],
  [/^appcast[\w.-]*\.xml$/i, 'appcast'],
];

/** The format that a file has by its name, or undefined: no feed. */
export const feedFormat = (name: string): FeedFormat | undefined =>
  shapes.find(([shape]) => shape.test(name))?.[1];

/** The format of a file that was named as a feed: its ending is enough. */
export const feedFormatByExtension = (name: string): FeedFormat | undefined => {
  if (/\.ya?ml$/i.test(name)) return 'electron';
  if (/\.xml$/i.test(name)) return 'appcast';
  return feedFormat(name) ?? (/\.json$/i.test(name) ? 'tauri' : undefined);
};

const systems = ['', '-mac', '-linux', '-linux-arm64', '-linux-armv7l', '-linux-ia32'];
const velopackNames = ['win', 'osx', 'linux'].flatMap((os) => [os, `${os}-x64`, `${os}-arm64`]);

/** What an address is asked for that cannot be listed. */
export const defaultFeedNames: string[] = [
  'latest.json',
  ...['latest', 'beta', 'alpha'].flatMap((channel) => systems.map((system) => `${channel}${system}.yml`)),
  'RELEASES',
  'RELEASES.json',
  ...[...velopackNames, 'stable', 'beta'].map((name) => `releases.${name}.json`),
  'appcast.xml',
];
