import type { Artifact } from './artifact.ts';
import { Refusal } from './errors.ts';
import type { Instant } from './instant.ts';
import type { Policy } from './policy.ts';
import type { Provenance } from './provenance.ts';
import type { Rollout } from './rollout.ts';

export type ReleaseState = 'draft' | 'published' | 'withdrawn';

/** A version of an app in a channel. The pair (channel, version) is never reused. */
export interface Release {
  id: string;
  app: string;
  channel: string;
  version: string;
  notes: string;
  state: ReleaseState;
  pubDate: Instant;
  createdAt: Instant;
  publishedAt: Instant | undefined;
  withdrawnAt: Instant | undefined;
  withdrawReason: string | undefined;
  /** The publication order, assigned by the database; undefined for a draft. */
  sequence: number | undefined;
  /** Incremented by every declaration, so that a publish commits exactly what it verified. */
  revision: number;
  /** The last activity; staged bytes of an idle draft are deleted. */
  touchedAt: Instant;
  /** Controls which clients get it, besides its rollout. */
  policy: Policy;
  /** The token's claims of the publishing pipeline, if any. */
  publishedVia?: Provenance | undefined;
  /** The name of the publishing key; undefined if unknown. */
  publishedBy?: string | undefined;
  withdrawnBy?: string | undefined;
}

/** Artifacts are ordered by target. */
export interface ReleaseWithArtifacts extends Release {
  rollout?: Rollout | undefined;
  artifacts: Artifact[];
}

/** Advice about a release that was accepted anyway. */
export interface Warning {
  code: string;
  detail: string;
}

export const versionTaken = (release: ReleaseWithArtifacts): Refusal => {
  const detail = `Version ${release.version} already exists in channel "${release.channel}" as ${release.id} (${release.state}).`;
  return new Refusal(
    'version-taken',
    `${detail} Versions can’t be reused, with or without a leading v. Continue that draft or use another version.`,
    [{ pointer: '/version', code: 'release-exists', detail }],
  );
};
