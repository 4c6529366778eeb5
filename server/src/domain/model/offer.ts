import type { ParsedVersion } from '@slipway/core/version.ts';
import type { Artifact } from './artifact.ts';
import type { BuiltInKeys } from './built-in-keys.ts';
import type { FromRule } from './policy.ts';
import type { CriticalVersion } from './published-version.ts';
import type { ReleaseWithArtifacts } from './release.ts';
import type { Rollout } from './rollout.ts';

/** Known facts about a client. Some protocols send no version. */
export interface Client {
  currentVersion?: string | undefined;
  /** A random installation ID, sent by the client. */
  id?: string | undefined;
  /** The network prefix, if it distinguishes clients. Never stored, never logged. */
  network?: string | undefined;
  /** The tester group that it claims. */
  cohort?: string | undefined;
  /** The user requested the check. */
  manual?: boolean;
  /** The operating system's version. */
  system?: string | undefined;
}

export interface ChannelTarget {
  channel: string;
  target: string;
}

/** A release with the artifact for the client, and the gates that apply. */
export interface Offer {
  release: ReleaseWithArtifacts;
  artifact: Artifact;
  version: ParsedVersion;
  /** Set until the rollout is done. */
  rollout: Rollout | undefined;
  from: FromRule | undefined;
  minimumSystem: ParsedVersion | undefined;
  isHeld: boolean;
  /** Set if clients of some versions reject the signature. */
  signedBy: { id: string; keyId: string; keys: BuiltInKeys } | undefined;
}

/** All offers of a channel for one target, independent of the client. */
export interface Plan {
  /** Last published first, down to the first one for everyone, since nobody gets past it. */
  readonly offers: readonly Offer[];
  /** Milestones that no client may skip, oldest first. */
  readonly milestones: readonly Offer[];
  /** Withdrawn or braked versions, whose clients are admitted to rollouts with `rescue`. Without a leading v. */
  readonly rescued: ReadonlySet<string>;
  /** Versions that older clients must not postpone, newest first. */
  readonly critical: readonly CriticalVersion[];
  /** Whether it depends on more than the client's version. */
  readonly dependsOnClient: boolean;
  /** The plan of the channel that is also offered; the newer version wins. */
  readonly also?: Plan;
  /** The requested channel, if another one is also offered. */
  readonly requestedChannel?: string;
}

export type OfferVerdict =
  | 'offered'
  | 'not-newer'
  | 'withdrawn'
  | 'target-missing'
  | 'target-pruned'
  | 'target-held'
  | 'system-too-old'
  | 'from-excluded'
  | 'other-key'
  | 'behind-milestone'
  | 'too-deep'
  | 'unfit'
  | 'newer-elsewhere'
  | RolloutVerdict;

/** Why a rollout does not admit a client. */
export type RolloutVerdict = 'rollout-outside' | 'rollout-paused' | 'rollout-no-id' | 'rollout-cap-reached';

/** A considered release and its verdict; answers "why does this client not update?". */
export interface ConsideredRelease {
  version: string;
  verdict: OfferVerdict;
  reason: string;
  /** Set if it is not the requested channel. */
  channel?: string;
  /** Set if withdrawn. Null for facts that were not recorded at the time. */
  withdrawn?: { by: string | null; at: string | null; reason: string | null };
}

/** Only for readers of the app. */
export const noteWithdrawn = ({
  version,
  withdrawnBy,
  withdrawnAt,
  withdrawReason,
}: ReleaseWithArtifacts): ConsideredRelease => {
  const by = withdrawnBy === undefined ? '' : ` by ${withdrawnBy}`;
  const at = withdrawnAt === undefined ? '' : ` on ${withdrawnAt.slice(0, 16).replace('T', ' ')} UTC`;
  const why = withdrawReason === undefined ? '.' : `: ${withdrawReason}`;
  return {
    ...{ version, verdict: 'withdrawn', reason: `Withdrawn${by}${at}${why}` },
    withdrawn: { by: withdrawnBy ?? null, at: withdrawnAt ?? null, reason: withdrawReason ?? null },
  };
};

/** Spec 4.5: a target that already ends with `-{arch}` stays unchanged, otherwise the two are joined. */
export const artifactTarget = (target: string, arch: string): string =>
  target.endsWith(`-${arch}`) ? target : `${target}-${arch}`;
