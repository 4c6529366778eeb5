import type { Artifact } from './artifact.ts';
import type { ChannelTarget, Offer } from './offer.ts';
import type { Warning } from './release.ts';

/** The URL of a check, without the client's version (spec 4.5). */
export interface CheckPath {
  channel: string;
  target: string;
  arch: string;
}

export interface RenderedResponse {
  status: 200 | 204;
  contentType: string | undefined;
  body: string;
}

/** The facts known before the upload. */
export type DeclaredArtifact = Pick<Artifact, 'target' | 'format' | 'signature'> &
  Partial<Pick<Artifact, 'companionOf' | 'facts' | 'verdict'>>;

/** Optional members beyond the specification's bodies. */
export interface ResponseExtras {
  /** Whether this client must not postpone the update. */
  critical: boolean;
  /** The lowest version that may postpone; null for any. */
  minimumVersion: string | null;
}

/** The protocol of one client updater. Pure: facts in, bytes out. */
export interface Adapter {
  readonly id: string;
  parse(place: CheckPath): ChannelTarget;
  /** The response for an available update. */
  renderUpdate(offer: Offer, url: string, extras?: ResponseExtras): RenderedResponse;
  /** 204 for some protocols, a body for others. */
  renderUpToDate(): RenderedResponse;
  /** Warnings at publish time about a version that these clients cannot handle. */
  reviewVersion(version: string): Warning[];
  /** Likewise for an artifact of that version. */
  reviewArtifact(version: string, artifact: DeclaredArtifact): Warning[];
}
