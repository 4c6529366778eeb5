import type { FeedFile } from '../readers/feed.ts';
import type { BlockedUrl } from './allowed-origins.ts';

/** A feed that was found, with its text. */
export interface FeedText {
  /** Its bare name: `latest-mac.yml`. */
  name: string;
  /** Its path or address: what it names is found from there. */
  at: string;
  /** The same as messages show it. */
  shown: string;
  text: string;
}

/** A file on this machine, or why there is none to take. */
export type FetchedFile = { path: string } | { gone: string };

/** An old place of releases: a folder, or an address. */
export interface Source {
  /** As messages call it. */
  shown: string;
  /** Whether its files are on this machine. */
  isLocal: boolean;
  /** Every feed that is there. */
  readFeeds(): Promise<FeedText[]>;
  /** Why a file must not be taken from where the feed says it lies; undefined where it may. */
  refusal(feedAt: string, file: FeedFile): BlockedUrl | undefined;
  /** Brings a file to this machine; throws where it cannot be told whether it is there. */
  take(feedAt: string, file: FeedFile): Promise<FetchedFile>;
  /** The other files beside a feed, where they can be listed. */
  listBeside(feedAt: string): Promise<string[]>;
  /** Forgets what was brought; files of a folder stay. */
  clear(): Promise<void>;
  close(): Promise<void>;
}
