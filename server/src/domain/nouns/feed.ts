import type { Rendered } from './adapter.ts';
import type { Artifact } from './artifact.ts';
import type { ReleaseWithArtifacts } from './release.ts';

/*
 * Documents that updaters read instead of asking a check: an app has them whatever its adapter is. A feed is pure, as
 * adapters are: facts in, bytes out.
 */

/** What a feed's document is made of. */
export interface FeedView {
  /** What the channel can offer, last published first. */
  releases: readonly ReleaseWithArtifacts[];
  /** Where a file is downloaded, without the host: some updaters choose by words that a host may hold, too. */
  pathOf(release: ReleaseWithArtifacts, artifact: Artifact): string;
}

/** Which document an address means, and of which channel. */
export interface FeedAsk {
  channel: string;
  document: string;
}

/** How one family of updaters is served. */
export interface Feed {
  readonly id: string;
  /** What an address means: the channel in it, and what comes after it. Undefined where it means nothing. */
  parse(channel: string, rest: string): FeedAsk | undefined;
  /** The document; undefined where there is nothing to put into it. */
  render(view: FeedView, document: string): Rendered | undefined;
}
