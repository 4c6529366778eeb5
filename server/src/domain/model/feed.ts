import type { RenderedResponse } from './adapter.ts';
import type { Artifact } from './artifact.ts';
import type { Platform } from './platform.ts';
import type { ReleaseWithArtifacts } from './release.ts';
import type { Reviewer } from './review.ts';

/*
 * What updaters read instead of asking a check: an app has feeds whatever its adapter is. A feed is pure, as adapters
 * are: facts in, bytes out.
 */

/** What a client tells of itself while it asks. */
export interface FeedClient {
  version?: string | undefined;
  /** The name that the app has in its own packages. */
  id?: string | undefined;
}

/** A document, by a name that says all that it depends on but the client: there are only so many of a channel. */
export interface DocumentLookup {
  kind: 'document';
  channel: string;
  document: string;
  client?: FeedClient;
}

/** Bytes by a name that cannot change its meaning, or that means what is newest. */
export interface FileLookup {
  kind: 'file';
  channel: string;
  /** Which of a release's artifacts is meant, if any; `newer` are those of the channel's offer that came after it. */
  pick(release: ReleaseWithArtifacts, newer?: readonly ReleaseWithArtifacts[]): Artifact | undefined;
  /** Where else to look than in what is offered: the versions that the name may hold. */
  versions: readonly string[];
  /** Which artifacts are newer and older ones of what it means, where it means what is newest for the client. */
  isMeant?(artifact: Artifact): boolean;
  /** Where whoever asks for it looks for an update: the target that it is for, by that of the artifact. */
  checkedTarget?(target: string): string;
}

export type FeedLookup = DocumentLookup | FileLookup;

/** What a feed's document is made of. */
export interface FeedView {
  /** The public slug of the app. */
  app: string;
  channel: string;
  /** What the channel can offer and, for feeds that list a history, what was published before; last published first. */
  releases: readonly ReleaseWithArtifacts[];
  /** All that were published one after the other, withdrawn ones in their places: what came before what. */
  published: readonly ReleaseWithArtifacts[];
  /** Versions of the channel that older clients must not put off, newest version first. */
  critical: readonly string[];
  /** By the ids of releases, the percent of clients that they are for, where clients judge that by themselves. */
  shares?: ReadonlyMap<string, number> | undefined;
  /** Where a file is downloaded, without the host: some updaters choose by words that a host may hold, too. */
  pathOf(release: ReleaseWithArtifacts, artifact: Artifact): string;
  /** The same with the host. */
  urlOf(release: ReleaseWithArtifacts, artifact: Artifact): string;
  /** The address that a check gives out for it. */
  downloadUrlOf(release: ReleaseWithArtifacts, artifact: Artifact): string;
}

/** A document that depends on what the client tells. */
export interface PerClientDocument {
  /** Every answer that is not for one client alone; they are kept. */
  all: readonly RenderedResponse[];
  /** One of them, or one for this client alone; undefined where there is nothing for it. */
  choose(client: FeedClient): RenderedResponse | undefined;
}

/**
 * What a document makes of an artifact: it is meant for another one, it would be in it but for a reason, or it is fit
 * to be offered.
 */
export type ArtifactMatch = 'elsewhere' | 'fit' | { reason: string };

/** An address that an updater is set to, and a document that it then asks for. */
export interface FeedAddress {
  /** The updater, as people call it. */
  client: string;
  /** What is put into the updater's configuration, from `/feeds/{id}/{channel}` on. */
  setting: string;
  /** What the updater asks for. */
  rest: string;
  /** The document that this is, as `judge` knows it. */
  document: string;
}

/** How one family of updaters is served. */
export interface Feed extends Reviewer {
  readonly id: string;
  /** How many releases before the latest it lists; 0 where what is offered is enough. */
  readonly depth: number;
  /** Whether the path alone decides, whatever query is hung on it: what was asked for once is then found at once. */
  readonly isByPath?: boolean;
  /** Whether its clients tell their version by themselves. */
  readonly tellsVersion?: boolean;
  /** Adapters whose clients take the same files: in their apps these ask checks, which tell a version. */
  readonly checkedBy?: readonly string[];
  /** The version of the app that its clients tell in their User-Agent. */
  versionIn?(agent: string): string | undefined;
  /** How else a version may have been published that its clients write so. */
  publishedAs?(version: string): readonly string[];
  /** Whether clients pass over by themselves what their system cannot run, and take an older one of the document. */
  readonly judgesSystem?: boolean;
  /** Whether the clients of a document judge by themselves whether a rollout lets them in. */
  judgesShare?(document: string): boolean;
  /**
   * Which clients of a document a target is for, as one word each; one word for all where it is left out. Where a client
   * is not given one file of a release it is given none of the others for the same clients: it would take them for its own.
   */
  slotsOf?(document: string, target: string): readonly string[];
  /** What an address means: the channel in it, what comes after it, its query. Undefined where it means nothing. */
  parse(channel: string, rest: string, query: string): FeedLookup | undefined;
  /** The document; undefined where there is none. */
  render(view: FeedView, document: string): RenderedResponse | PerClientDocument | undefined;
  /** Whether a document takes an artifact; `render` takes those that are fit, and no others. */
  judge(document: string, release: ReleaseWithArtifacts, artifact: Artifact): ArtifactMatch;
  /** The addresses at which it serves a place, for those who set up an updater; `{version}` is the client's own. */
  addresses(place: Platform): FeedAddress[];
}
