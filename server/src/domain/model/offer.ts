import type { Artifact } from './artifact.ts';
import type { BuiltInKeys } from './built-in-keys.ts';
import type { FromRule } from './policy.ts';
import type { CriticalVersion } from './published-version.ts';
import type { ReleaseWithArtifacts } from './release.ts';
import type { Rollout } from './rollout.ts';
import type { ParsedVersion } from './version.ts';

/** What is known of an installed copy that asks. A protocol that tells no version is asked for none. */
export interface Client {
  currentVersion?: string | undefined;
  /** A random name of the installation, as the client gives it. */
  id?: string | undefined;
  /** Where it asks from, where that tells one client from another. Never kept, never logged. */
  network?: string | undefined;
  /** The group of testers that it says it is of. */
  cohort?: string | undefined;
  /** Someone pressed a button. */
  manual?: boolean;
  /** The version of its operating system. */
  system?: string | undefined;
}

/** What a client asks for, whatever protocol it speaks. */
export interface ChannelTarget {
  channel: string;
  /** The artifact target. */
  target: string;
}

/** A release together with the artifact that fits the client who asked, and what stands between it and some clients. */
export interface Offer {
  release: ReleaseWithArtifacts;
  artifact: Artifact;
  version: ParsedVersion;
  /** Set while it is not done. */
  rollout: Rollout | undefined;
  from: FromRule | undefined;
  minimumSystem: ParsedVersion | undefined;
  isHeld: boolean;
  /** Whose signature it has, where clients of some versions refuse it. */
  signedBy: { id: string; keyId: string; keys: BuiltInKeys } | undefined;
}

/** What a channel can offer one target, whoever asks. */
export interface Plan {
  /** Last published first, down to the first that is for everyone: nobody gets past it. */
  readonly offers: readonly Offer[];
  /** Which no client may skip, oldest version first. */
  readonly milestones: readonly Offer[];
  /** Versions whose clients are let into a rollout: they were withdrawn, or a brake stopped them. Without a leading v. */
  readonly rescued: ReadonlySet<string>;
  /** Versions that older clients must not put off, newest version first. */
  readonly critical: readonly CriticalVersion[];
  /** Whether anything but the client's version decides. */
  readonly dependsOnClient: boolean;
  /** What another channel can offer it that is offered here, too; the newer version wins. */
  readonly also?: Plan;
  /** The channel that was asked for, where another's releases are offered, too. */
  readonly asked?: string;
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

/** Why a rollout does not let a client in. */
export type RolloutVerdict = 'rollout-outside' | 'rollout-paused' | 'rollout-no-id' | 'rollout-cap-reached';

/** One release that was looked at, and what came of it: the answer to "why does this client not update?". */
export interface ConsideredRelease {
  version: string;
  verdict: OfferVerdict;
  reason: string;
  /** Set where it is not of the channel that was asked for. */
  channel?: string;
  /** Who took it back, when and why; set where it is withdrawn. Null for what was not kept at the time. */
  withdrawn?: { by: string | null; at: string | null; reason: string | null };
}

/** What is said of a release that was withdrawn. Only for those who may read the app. */
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
    ...{ version, verdict: 'withdrawn', reason: `It was withdrawn${by}${at}${why}` },
    withdrawn: { by: withdrawnBy ?? null, at: withdrawnAt ?? null, reason: withdrawReason ?? null },
  };
};

/** Spec 4.5: a target that already ends with `-{arch}` is used as it is, otherwise the two are joined. */
export const artifactTarget = (target: string, arch: string): string =>
  target.endsWith(`-${arch}`) ? target : `${target}-${arch}`;
