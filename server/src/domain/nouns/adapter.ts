import type { Artifact } from './artifact.ts';
import type { Asked, Offer } from './offer.ts';
import type { Warning } from './release.ts';

/** The parts of a check's address: spec 4.5. */
export interface CheckAddress {
  channel: string;
  target: string;
  arch: string;
  currentVersion: string;
}

/** A body in a client's own format, or none. */
export interface Rendered {
  status: 200 | 204;
  contentType: string | undefined;
  body: string;
}

/** How one kind of client updater speaks. Pure: facts in, bytes out. */
export interface Adapter {
  readonly id: string;
  /** The request as plain facts. */
  parse(address: CheckAddress): Asked;
  /** "There is an update": the body this protocol's clients take. */
  renderUpdate(offer: Offer, url: string): Rendered;
  /** "You are up to date": 204 for some, a body for others. */
  renderUpToDate(): Rendered;
  /** What this protocol's clients would stumble over in a version; publishing warns of it. */
  reviewVersion(version: string): Warning[];
  /** What they would stumble over in an artifact of a release of that version. */
  reviewArtifact(version: string, artifact: Artifact): Warning[];
}
