import { compareVersions, isNewerThan } from '@slipway/core/version.ts';
import { bounds } from '../model/bounds.ts';
import { keysTrustedBy, trustsSigner } from '../model/built-in-keys.ts';
import { heldReason } from '../model/hold.ts';
import type { ConsideredRelease, Offer, Plan } from '../model/offer.ts';
import type { CriticalVersion } from '../model/published-version.ts';
import type { LazyReason } from './rollout-bucketing.ts';
import { type CurrentVersion, isExcludedBy, parseCurrentVersion } from './version-rules.ts';

/* The part of a plan that applies to clients of one version. */

export type Rejection = Pick<ConsideredRelease, 'verdict'> & { reason: string | LazyReason };

/** An offer as clients of one version see it. */
export interface Candidate {
  offer: Offer;
  /** Why no client of the version gets it, if so. */
  refused: Rejection | undefined;
  isNewer: boolean;
  /** Whether they must not postpone it. */
  isCritical(): boolean;
  /** The milestone to install first. */
  milestone: { offer: Offer; refused: Rejection | undefined; isCritical(): boolean } | undefined;
}

/** Candidates in the order of the walk. */
export interface VersionView {
  plan: Plan;
  currentVersion: string | undefined;
  candidates: Iterable<Candidate>;
  /** The view of the channel that is also offered. */
  also?: VersionView;
}

/** Why clients of a version cannot verify an offer. */
const otherKey = (
  { id, keyId, keys }: NonNullable<Offer['signedBy']>,
  { raw, parsed }: CurrentVersion,
): string => {
  const kind = keys.get(id)?.kind ?? 'minisign';
  const trusted = keysTrustedBy(keys, kind, parsed).map((key) => key.keyId);
  return `Signed with ${keyId}, but clients on ${raw} trust ${trusted.length === 0 ? 'none of the app’s keys' : trusted.join(' or ')}.`;
};

/** The checks that need only the version. */
export const rejectByVersion = (
  { from, isHeld, release, artifact, signedBy }: Offer,
  current: CurrentVersion | undefined,
): Rejection | undefined => {
  if (isHeld) return { verdict: 'target-held', reason: heldReason(release, artifact.target) };
  if (current === undefined) return undefined;
  if (from !== undefined && isExcludedBy(from, current))
    return { verdict: 'from-excluded', reason: `Not offered to clients on ${current.raw}.` };
  if (signedBy === undefined || trustsSigner(signedBy.keys, current.parsed, signedBy.id)) return undefined;
  return { verdict: 'other-key', reason: otherKey(signedBy, current) };
};

/** The newest critical version up to an offer: clients below it must not postpone the offer. */
export const minimumVersionFor = ({ critical }: Plan, { version }: Offer): CriticalVersion | undefined =>
  critical.find(({ parsed }) => compareVersions(parsed, version) <= 0);

/** Whether a critical release lies between the client's version and the offer; computed on demand. */
const criticalFor = (plan: Plan, offer: Offer, current: CurrentVersion | undefined): (() => boolean) => {
  let cached: boolean | undefined;
  return () => {
    if (cached !== undefined) return cached;
    const minimum = minimumVersionFor(plan, offer);
    cached = minimum !== undefined && (current === undefined || isNewerThan(minimum.parsed, current.parsed));
    return cached;
  };
};

interface View {
  plan: Plan;
  current: CurrentVersion | undefined;
  /** Milestones that clients of the version have not reached, oldest first. */
  milestones: readonly Offer[];
}

const viewOf = (plan: Plan, current: CurrentVersion | undefined): View => ({
  ...{ plan, current },
  milestones:
    current === undefined
      ? []
      : plan.milestones.filter(({ version }) => isNewerThan(version, current.parsed)),
});

const stageOf = ({ plan, current, milestones }: View, offer: Offer): Candidate => {
  const isNewer = current === undefined || isNewerThan(offer.version, current.parsed);
  const milestone = isNewer
    ? milestones.find(({ version }) => compareVersions(version, offer.version) < 0)
    : undefined;
  return {
    ...{ offer, isNewer, refused: rejectByVersion(offer, current) },
    isCritical: criticalFor(plan, offer, current),
    milestone: milestone && {
      offer: milestone,
      refused: rejectByVersion(milestone, current),
      isCritical: criticalFor(plan, milestone, current),
    },
  };
};

/** Clients can send arbitrary versions, so each view stores little even for a long plan. */
export const viewForVersion = (plan: Plan, currentVersion: string | undefined): VersionView => {
  const { offers } = plan;
  const view = viewOf(plan, parseCurrentVersion(currentVersion));
  const stages = {
    *[Symbol.iterator]() {
      for (const offer of offers) yield stageOf(view, offer);
    },
  };
  return {
    ...{ plan, currentVersion, candidates: offers.length <= bounds.keptStages ? [...stages] : stages },
    ...(plan.also === undefined ? {} : { also: viewForVersion(plan.also, currentVersion) }),
  };
};
