import { bounds } from '../model/bounds.ts';
import { keysTrustedBy, trustsSigner } from '../model/built-in-keys.ts';
import { heldReason } from '../model/hold.ts';
import type { ConsideredRelease, Offer, Plan } from '../model/offer.ts';
import type { CriticalVersion } from '../model/published-version.ts';
import { compareVersions, isNewerThan } from '../model/version.ts';
import type { LazyReason } from './rollout-bucketing.ts';
import { type CurrentVersion, isExcludedBy, parseCurrentVersion } from './version-rules.ts';

/* What of a plan lies ahead of clients of one version, whatever else is known of them. */

/** Why an offer is not for a client. */
export type Rejection = Pick<ConsideredRelease, 'verdict'> & { reason: string | LazyReason };

/** One offer, seen from a version. */
export interface Candidate {
  offer: Offer;
  /** Why it is not for clients of the version, whatever else is known of them. */
  refused: Rejection | undefined;
  isNewer: boolean;
  /** Whether they must not put it off. */
  isCritical(): boolean;
  /** What must be installed first. */
  milestone: { offer: Offer; refused: Rejection | undefined; isCritical(): boolean } | undefined;
}

/** What lies ahead of clients of a version, in the order of the walk. */
export interface VersionView {
  plan: Plan;
  currentVersion: string | undefined;
  stages: Iterable<Candidate>;
  /** The same of the channel that is offered, too. */
  also?: VersionView;
}

/** Why clients of a version cannot verify an offer. */
const otherKey = (
  { id, keyId, keys }: NonNullable<Offer['signedBy']>,
  { text, parsed }: CurrentVersion,
): string => {
  const kind = keys.get(id)?.kind ?? 'minisign';
  const trusted = keysTrustedBy(keys, kind, parsed).map((key) => key.keyId);
  return `It is signed by ${keyId}; clients of ${text} trust ${trusted.length === 0 ? 'none of the app’s keys' : trusted.join(' or ')}.`;
};

/** What the version alone decides. */
export const rejectByVersion = (
  { from, isHeld, release, artifact, signedBy }: Offer,
  current: CurrentVersion | undefined,
): Rejection | undefined => {
  if (isHeld) return { verdict: 'target-held', reason: heldReason(release, artifact.target) };
  if (current === undefined) return undefined;
  if (from !== undefined && isExcludedBy(from, current))
    return { verdict: 'from-excluded', reason: `It must not follow ${current.text}.` };
  if (signedBy === undefined || trustsSigner(signedBy.keys, current.parsed, signedBy.id)) return undefined;
  return { verdict: 'other-key', reason: otherKey(signedBy, current) };
};

/** The newest version up to an offer that older clients must not put off: how new a client has to be. */
export const minimumVersionFor = ({ critical }: Plan, { version }: Offer): CriticalVersion | undefined =>
  critical.find(({ parsed }) => compareVersions(parsed, version) <= 0);

/** Whether any release after the client's version, up to the offer, must not be put off; found when it is asked for. */
const criticalFor = (plan: Plan, offer: Offer, current: CurrentVersion | undefined): (() => boolean) => {
  let known: boolean | undefined;
  return () => {
    if (known !== undefined) return known;
    const minimum = minimumVersionFor(plan, offer);
    known = minimum !== undefined && (current === undefined || isNewerThan(minimum.parsed, current.parsed));
    return known;
  };
};

/** What a version is seen from. */
interface View {
  plan: Plan;
  current: CurrentVersion | undefined;
  /** Milestones that clients of the version do not have, oldest first. */
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

/** What lies ahead of clients of a version. Strangers make versions up: of a long plan little is held for each. */
export const viewForVersion = (plan: Plan, currentVersion: string | undefined): VersionView => {
  const { offers } = plan;
  const view = viewOf(plan, parseCurrentVersion(currentVersion));
  const stages = {
    *[Symbol.iterator]() {
      for (const offer of offers) yield stageOf(view, offer);
    },
  };
  return {
    ...{ plan, currentVersion, stages: offers.length <= bounds.keptStages ? [...stages] : stages },
    ...(plan.also === undefined ? {} : { also: viewForVersion(plan.also, currentVersion) }),
  };
};
