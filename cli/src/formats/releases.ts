import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { parseNupkgName } from '@slipway/build-files/nupkg-name.ts';
import { UnreadableFeedError } from './unreadable-feed-error.ts';

/* Squirrel.Windows' `RELEASES`: one line per package, `SHA1 name size`, followed by `# 25%` if staged. */

export interface ReleasesEntry {
  /** Lowercase hex. */
  sha1: string;
  /** Unmodified: a file name or a full URL. */
  location: string;
  fileName: string;
  sizeBytes: number;
  id: string;
  /** In SemVer 1, which Squirrel uses: `1.1.0-beta1`. */
  version: string;
  kind: 'full' | 'delta';
  /** The percentage of a staged rollout. */
  stagedPercent: number | undefined;
}

const line = /^([0-9A-Fa-f]{40})\s+(\S+)\s+(\d{1,15})$/;
/** Enough for a URL, a hash, and a size. */
const maxLine = 10_000;
const staged = /#\s+(\d{1,3})%$/;

const withoutComment = (text: string): string => {
  const at = text.indexOf('#');
  return (at < 0 ? text : text.slice(0, at)).trimEnd();
};

const parseLine = (text: string, number: number): ReleasesEntry => {
  if (text.length > maxLine) throw new UnreadableFeedError(`line ${number} is too long`);
  const [, sha1, location, size] = line.exec(withoutComment(text)) ?? [];
  if (sha1 === undefined || location === undefined)
    throw new UnreadableFeedError(`line ${number} is not a SHA-1, a file and its size`);
  const fileName = fileNameFromUrl(location);
  const name = parseNupkgName(fileName);
  if (name === undefined)
    throw new UnreadableFeedError(
      `line ${number} names ${fileName}, not {id}-{version}-full.nupkg or -delta.nupkg`,
    );
  const percent = staged.exec(text)?.[1];
  return {
    sha1: sha1.toLowerCase(),
    location,
    fileName,
    sizeBytes: Number(size),
    ...name,
    stagedPercent: percent === undefined ? undefined : Number(percent),
  };
};

/** Keeps the file's order; throws UnreadableFeedError. */
export const parseReleases = (text: string): ReleasesEntry[] =>
  text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((one, index) => ({ text: one.trim(), number: index + 1 }))
    .filter((one) => one.text !== '' && !one.text.startsWith('#'))
    .map((one) => parseLine(one.text, one.number));
