import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { formatOf } from '@slipway/build-files/format.ts';
import { UnreadableFeedError } from '../../formats/unreadable-feed-error.ts';
import { fileNameFact } from './facts.ts';
import type { FeedRelease, ParsedFeed } from './feed.ts';
import { nonEmptyText, parseInstant, parseJson } from './parse-values.ts';
import { platformFromHint } from './platform-hint.ts';

/*
 * Squirrel.Mac's static RELEASES.json: `{currentRelease, releases: [{version, updateTo: {url, notes, pub_date}}]}`. It
 * has no hashes or signatures, so its files are imported only if another feed declares them.
 */

const releaseOf = (value: unknown, words: string): FeedRelease[] => {
  const { version: rawVersion, updateTo } = (value ?? {}) as Record<string, unknown>;
  const to = (updateTo ?? {}) as Record<string, unknown>;
  const [version, url] = [nonEmptyText(to.version) ?? nonEmptyText(rawVersion), nonEmptyText(to.url)];
  if (version === undefined || url === undefined) return [];
  const fileName = fileNameFromUrl(url);
  const format = formatOf(fileName);
  const file = {
    location: url,
    fileName,
    sizeBytes: undefined,
    hashes: {},
    signature: undefined,
    ...platformFromHint({ os: 'darwin', text: `${words}/${fileName}` }),
    format,
    facts: fileNameFact(fileName, format),
    companions: [],
  };
  const pubDate = parseInstant(nonEmptyText(to.pub_date));
  return [{ channel: undefined, version, pubDate, notes: nonEmptyText(to.notes), files: [file] }];
};

/** Throws UnreadableFeedError. */
export const readSquirrelMac = (text: string, words: string): ParsedFeed => {
  const { releases } = parseJson(text);
  if (!Array.isArray(releases)) throw new UnreadableFeedError('it has no list of releases');
  return { kind: 'squirrel', releases: releases.flatMap((one) => releaseOf(one, words)), excluded: [] };
};
