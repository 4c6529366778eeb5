import { formatOf } from '@slipway/build-files/format.ts';
import { fileNameIn } from '@slipway/build-files/location.ts';
import { UnreadableFeed } from '../../formats/unreadable.ts';
import { fileNameFact } from './facts.ts';
import type { FeedRelease, ReadFeed } from './feed.ts';
import { placeOf } from './platform-hint.ts';
import { instantOf, parseJson, textOf } from './values.ts';

/*
 * Squirrel.Mac's static RELEASES.json: `{currentRelease, releases: [{version, updateTo: {url, notes, pub_date}}]}`. It
 * declares neither hashes nor signatures: its files come along only where another feed vouches for them.
 */

const releaseOf = (value: unknown, words: string): FeedRelease[] => {
  const { version: given, updateTo } = (value ?? {}) as Record<string, unknown>;
  const to = (updateTo ?? {}) as Record<string, unknown>;
  const [version, url] = [textOf(to.version) ?? textOf(given), textOf(to.url)];
  if (version === undefined || url === undefined) return [];
  const fileName = fileNameIn(url);
  const format = formatOf(fileName);
  const file = {
    location: url,
    fileName,
    sizeBytes: undefined,
    hashes: {},
    signature: undefined,
    ...placeOf({ os: 'darwin', words: `${words}/${fileName}` }),
    format,
    facts: fileNameFact(fileName, format),
    companions: [],
  };
  const pubDate = instantOf(textOf(to.pub_date));
  return [{ channel: undefined, version, pubDate, notes: textOf(to.notes), files: [file] }];
};

/** What a RELEASES.json tells; throws UnreadableFeed. */
export const readSquirrelMac = (text: string, words: string): ReadFeed => {
  const { releases } = parseJson(text);
  if (!Array.isArray(releases)) throw new UnreadableFeed('it has no list of releases');
  return { kind: 'squirrel', releases: releases.flatMap((one) => releaseOf(one, words)), leftOut: [] };
};
