import type { FeedFile } from '../readers/feed.ts';
import type { BlockedUrl } from './allowed-origins.ts';

export interface FeedText {
  /** The file name: `latest-mac.yml`. */
  name: string;
  /** Its path or URL; relative locations start there. */
  location: string;
  /** `location` as shown in messages. */
  displayName: string;
  text: string;
}

/** A local file, or the reason why there is none. */
export type FetchedFile = { path: string } | { gone: string };

/** The old location of the releases: a folder or a URL. */
export interface Source {
  /** The name in messages. */
  displayName: string;
  isLocal: boolean;
  readFeeds(): Promise<FeedText[]>;
  /** Undefined if the file may be fetched from the location in the feed. */
  findBlockReason(feedLocation: string, file: FeedFile): BlockedUrl | undefined;
  /** Makes the file available locally; throws if its existence cannot be determined. */
  fetchFile(feedLocation: string, file: FeedFile): Promise<FetchedFile>;
  /** Other files in the feed's folder, if it can be listed. */
  listSiblings(feedLocation: string): Promise<string[]>;
  /** Deletes downloads; files of a folder stay. */
  clear(): Promise<void>;
  close(): Promise<void>;
}
