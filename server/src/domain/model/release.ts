import type { Artifact } from './artifact.ts';
import { Refusal } from './errors.ts';
import type { Instant } from './instant.ts';
import type { Policy } from './policy.ts';
import type { Provenance } from './provenance.ts';
import type { Rollout } from './rollout.ts';

export type ReleaseState = 'draft' | 'published' | 'withdrawn';

/** A version of an app in a channel. The pair (channel, version) is used once, for ever. */
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
  /** Its place in the order of publication, given by the database; undefined while a draft. */
  sequence: number | undefined;
  /** Raised by every declaration, so that a publish commits exactly what it verified. */
  revision: number;
  /** When the draft was last worked on; staged bytes of an idle draft are removed. */
  touchedAt: Instant;
  /** Whom it is for, beside its rollout. */
  policy: Policy;
  /** What the token of the pipeline said that published it; undefined where it was none. */
  publishedVia?: Provenance | undefined;
  /** Who published it, by the name of their key; undefined where nobody knows any more. */
  publishedBy?: string | undefined;
  withdrawnBy?: string | undefined;
}

/** A release with its artifacts, ordered by target, and its rollout, if it has one. */
export interface ReleaseWithArtifacts extends Release {
  rollout?: Rollout | undefined;
  artifacts: Artifact[];
}

/** Something a publisher should know about a release that was accepted all the same. */
export interface Warning {
  code: string;
  detail: string;
}

/** Says which release has a version already. */
export const versionTaken = (release: ReleaseWithArtifacts): Refusal => {
  const detail = `Version ${release.version} of channel "${release.channel}" exists as ${release.id} (${release.state}).`;
  return new Refusal(
    'version-taken',
    `${detail} A version is used once, with or without a leading v; continue that draft or choose another.`,
    [{ pointer: '/version', code: 'release-exists', detail }],
  );
};
