import type { Artifact } from './artifact.ts';
import type { ChannelTarget, Offer } from './offer.ts';
import type { Warning } from './release.ts';

/** Where a check's address points, but for the client's version: spec 4.5. */
export interface CheckPath {
  channel: string;
  target: string;
  arch: string;
}

/** A body in a client's own format, or none. */
export interface RenderedResponse {
  status: 200 | 204;
  contentType: string | undefined;
  body: string;
}

/** What is known of an artifact before its bytes are there. */
export type DeclaredArtifact = Pick<Artifact, 'target' | 'format' | 'signature'> &
  Partial<Pick<Artifact, 'companionOf' | 'facts' | 'verdict'>>;

/** What an app may have its clients told beside the bodies that they know. */
export interface ResponseExtras {
  /** Whether this client must not put the update off. */
  critical: boolean;
  /** How new a client has to be; null where any will do. */
  minimumVersion: string | null;
}

/** How one kind of client updater speaks. Pure: facts in, bytes out. */
export interface Adapter {
  readonly id: string;
  /** Which channel and artifact target a check's address means. */
  parse(place: CheckPath): ChannelTarget;
  /** "There is an update": the body this protocol's clients take. */
  renderUpdate(offer: Offer, url: string, extras?: ResponseExtras): RenderedResponse;
  /** "You are up to date": 204 for some, a body for others. */
  renderUpToDate(): RenderedResponse;
  /** What this protocol's clients would stumble over in a version; publishing warns of it. */
  reviewVersion(version: string): Warning[];
  /** What they would stumble over in an artifact of a release of that version. */
  reviewArtifact(version: string, artifact: DeclaredArtifact): Warning[];
}
