import type { Platform } from '@slipway/core/platform.ts';
import type { RenderedResponse } from './adapter.ts';
import type { Artifact } from './artifact.ts';
import type { ReleaseWithArtifacts } from './release.ts';
import type { Reviewer } from './review.ts';

/*
 * Feeds are documents that updaters read instead of sending a check. Every app has them, whatever its adapter. Pure,
 * like adapters: facts in, bytes out.
 */

/** Facts from the client's request. */
export interface FeedClient {
  version?: string | undefined;
  /** The app's name in its own packages. */
  id?: string | undefined;
}

/** The name contains everything that the document depends on except the client, so their number is bounded. */
export interface DocumentLookup {
  kind: 'document';
  channel: string;
  document: string;
  client?: FeedClient;
}

/** A name that is either immutable or means the newest file. */
export interface FileLookup {
  kind: 'file';
  channel: string;
  /** `newer` holds the channel's offers that were published later. */
  pick(release: ReleaseWithArtifacts, newer?: readonly ReleaseWithArtifacts[]): Artifact | undefined;
  /** Candidate versions in the name, to search beyond the current offers. */
  versions: readonly string[];
  /** Matches other versions of the same file, if the name means the newest for the client. */
  matches?(artifact: Artifact): boolean;
  /** Maps the artifact's target to the target that its clients check. */
  checkedTarget?(target: string): string;
}

export type FeedLookup = DocumentLookup | FileLookup;

/** The input of a document. */
export interface FeedView {
  /** The app's public slug. */
  app: string;
  channel: string;
  /** The channel's offers and, for feeds with a history, older releases; last published first. */
  releases: readonly ReleaseWithArtifacts[];
  /** All published releases in order, including withdrawn ones. */
  published: readonly ReleaseWithArtifacts[];
  /** Versions that older clients must not postpone, newest first. */
  critical: readonly string[];
  /** Rollout percentage by release ID, if clients bucket themselves. */
  shares?: ReadonlyMap<string, number> | undefined;
  /** The download path without the host, which could contain words that some updaters match on. */
  pathOf(release: ReleaseWithArtifacts, artifact: Artifact): string;
  /** Includes the host. */
  urlOf(release: ReleaseWithArtifacts, artifact: Artifact): string;
  /** The URL that a check returns. */
  downloadUrlOf(release: ReleaseWithArtifacts, artifact: Artifact): string;
}

export interface PerClientDocument {
  /** All responses shared by several clients; these are cached. */
  variants: readonly RenderedResponse[];
  /** A shared response or one for this client only; undefined if there is none. */
  choose(client: FeedClient): RenderedResponse | undefined;
}

/** Whether an artifact belongs to another document, cannot be listed for a reason, or fits. */
export type ArtifactMatch = 'elsewhere' | 'fit' | { reason: string };

/** The URL to configure in an updater, and the document that it then requests. */
export interface FeedAddress {
  /** The updater's display name. */
  client: string;
  /** The value to configure, starting at `/feeds/{id}/{channel}`. */
  configPath: string;
  /** The path that the updater requests. */
  requestPath: string;
  /** The document's name, as for `matchArtifact`. */
  document: string;
}

/** One family of updaters. */
export interface Feed extends Reviewer {
  readonly id: string;
  /** How many releases before the latest it lists; 0 for offers only. */
  readonly depth: number;
  /** Whether the query is irrelevant, so that the path alone can be the cache key. */
  readonly ignoresQuery?: boolean;
  /** Whether its clients send their version. */
  readonly sendsVersion?: boolean;
  /** Adapters with the same files; clients of their apps use checks, which send a version. */
  readonly checkedBy?: readonly string[];
  /** Parses the app's version from the User-Agent. */
  versionFromUserAgent?(agent: string): string | undefined;
  /** Other spellings under which a client's version may be published. */
  publishedSpellings?(version: string): readonly string[];
  /** Whether clients skip releases that their system cannot run and take an older one. */
  readonly clientChecksSystem?: boolean;
  /** Whether a document's clients bucket themselves for rollouts. */
  clientChecksShare?(document: string): boolean;
  /**
   * Groups of a document's clients that a target serves; one group by default. A client denied one file of a release
   * gets none of its group's files, since it would take another one instead.
   */
  audiencesOf?(document: string, target: string): readonly string[];
  /** Parses a URL: channel, remaining path and query. Undefined if it is not valid. */
  parse(channel: string, rest: string, query: string): FeedLookup | undefined;
  /** Undefined if there is no such document. */
  render(view: FeedView, document: string): RenderedResponse | PerClientDocument | undefined;
  /** `render` lists exactly the artifacts that fit. */
  matchArtifact(document: string, release: ReleaseWithArtifacts, artifact: Artifact): ArtifactMatch;
  /** The URLs for a platform, for setup instructions; `{version}` stands for the client's version. */
  addresses(place: Platform): FeedAddress[];
}
