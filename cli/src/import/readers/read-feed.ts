import { exitCodes, Failure } from '../../errors/failure.ts';
import { UnreadableFeedError } from '../../formats/unreadable-feed-error.ts';
import type { FeedText } from '../sources/source.ts';
import type { ParsedFeed } from './feed.ts';
import { type FeedFormat, feedFormatByExtension } from './feed-name.ts';
import { readAppcast } from './read-appcast.ts';
import { readElectron } from './read-electron.ts';
import { readReleasesFile, readVelopack } from './read-packages.ts';
import { readSquirrelMac } from './read-squirrel-mac.ts';
import { readTauri } from './read-tauri.ts';

/** The two parent folders of a feed, which may name a platform: `…/win32/x64/RELEASES`. */
const wordsAbove = (at: string): string => at.split(/[\\/]/).slice(-3, -1).join('/');

const readers: Record<FeedFormat, (feed: FeedText) => ParsedFeed | Promise<ParsedFeed>> = {
  tauri: ({ text }) => readTauri(text),
  electron: ({ name, text }) => readElectron(name, text),
  releases: ({ text, location }) => readReleasesFile(text, wordsAbove(location)),
  'squirrel-mac': ({ text, location }) => readSquirrelMac(text, wordsAbove(location)),
  velopack: ({ name, text, location }) => readVelopack(name, text, wordsAbove(location)),
  appcast: ({ text }) => readAppcast(text),
};

/** An unreadable feed stops the import, because a release cannot get its missing files later. */
export const readFeed = async (feed: FeedText): Promise<ParsedFeed> => {
  try {
    return await readers[feedFormatByExtension(feed.name) ?? 'releases'](feed);
  } catch (error) {
    if (!(error instanceof UnreadableFeedError)) throw error;
    throw new Failure(`${feed.displayName} is not a valid feed: ${error.message}.`, {
      exit: exitCodes.failed,
      code: 'feed-unreadable',
      remedy: 'Nothing was uploaded. Fix the feed, or pass another one.',
      cause: error,
    });
  }
};
