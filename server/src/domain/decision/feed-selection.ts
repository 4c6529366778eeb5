import { isNewer } from '@slipway/core/version.ts';
import type { Artifact } from '../model/artifact.ts';
import type { Client, ConsideredRelease, Offer } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { choose, createRejectionCheck } from './decide.ts';
import type { DocumentPlan, DocumentRules, TargetPlan } from './feed-plan.ts';
import { reasonText } from './rollout-bucketing.ts';
import { type VersionView, viewForVersion } from './version-view.ts';

/** The part of a document that one client sees: per target its release and older ones. */
export interface DocumentSelection {
  /** The same for all clients with equal content, so that it works as a cache key. */
  readonly key: string;
  /** By release index: the client groups that it is hidden from. */
  readonly hiddenAudiences: ReadonlyMap<number, ReadonlySet<string>>;
  /** Rollout percentage by release ID. */
  readonly shares: ReadonlyMap<string, number>;
  /** The index of the newest release that the client gets. */
  readonly newestPosition: number | undefined;
}

/** Leaves out facts that the client checks itself. */
const factsFor = ({ clientChecksShare, clientChecksSystem }: DocumentRules, client: Client): Client => ({
  ...client,
  ...(clientChecksShare ? { id: undefined, network: undefined } : {}),
  ...(clientChecksSystem ? { system: undefined } : {}),
});

/** The client's view of a target, and its offer. */
const lookAhead = (
  targetPlan: TargetPlan,
  client: Client,
): { view: VersionView; base: Offer | undefined } => {
  const { currentVersion } = client;
  const view =
    currentVersion === undefined
      ? targetPlan.versionlessView
      : viewForVersion(targetPlan.plan, currentVersion);
  return { view, base: choose(view, client)?.offer };
};

const permilleOfPercent = 10;

/** Whole percent while rolling, else 0. */
const percentBehind = ({ rollout }: Offer): number =>
  rollout?.state === 'rolling' ? Math.floor(rollout.permille / permilleOfPercent) : 0;

/**
 * Percentages of releases that the client buckets itself for. It takes the highest version that admits it, so a release
 * for everyone must be below.
 */
const sharesOf = ({ plan }: TargetPlan, client: Client, { view, base }: ReturnType<typeof lookAhead>) => {
  const shares = new Map<string, number>();
  if (base === undefined) return shares;
  const refuse = createRejectionCheck(client, plan);
  for (const { candidates } of view.also === undefined ? [view] : [view, view.also])
    for (const { offer, milestone } of candidates) {
      if (offer.release.id === base.release.id || refuse(offer) === undefined) break;
      const percent = milestone === undefined ? percentBehind(offer) : 0;
      const isMeant = percent > 0 && isNewer(offer.version, base.release.version);
      if (isMeant && refuse({ ...offer, rollout: undefined }) === undefined)
        shares.set(offer.release.id, percent);
    }
  return shares;
};

/** The releases of a target hidden from a client, and the percentages of those it buckets itself for. */
const hideIn = (
  targetPlan: TargetPlan,
  { clientChecksShare, clientChecksSystem }: DocumentRules,
  client: Client,
) => {
  const ahead = lookAhead(targetPlan, client);
  const shares = clientChecksShare ? sharesOf(targetPlan, client, ahead) : new Map<string, number>();
  const refuse = createRejectionCheck(client, targetPlan.plan);
  const hidden: number[] = [];
  let basePlace: number | undefined;
  for (const [place, offer] of targetPlan.offers) {
    const { id, channel } = offer.release;
    const isBase = id === ahead.base?.release.id;
    if (isBase) basePlace = place;
    const isReached = basePlace !== undefined;
    const isOutside = !isReached || channel !== ahead.base?.release.channel;
    // A client whose system cannot run its release takes the next one.
    const isRefused = isReached && !isBase && clientChecksSystem && refuse(offer) !== undefined;
    if ((isOutside && !shares.has(id)) || isRefused) hidden.push(place);
  }
  return { hidden, shares, basePlace };
};

export const selectForClient = ({ rules, targetPlans }: DocumentPlan, client: Client): DocumentSelection => {
  const facts = factsFor(rules, client);
  const hidden = new Map<number, Set<string>>();
  const shares = new Map<string, number>();
  let newestPosition: number | undefined;
  for (const targetPlan of targetPlans) {
    const own = hideIn(targetPlan, rules, facts);
    if (own.basePlace !== undefined)
      newestPosition = Math.min(own.basePlace, newestPosition ?? own.basePlace);
    for (const place of own.hidden)
      hidden.set(place, new Set([...(hidden.get(place) ?? []), ...targetPlan.audiences]));
    for (const [id, percent] of own.shares) shares.set(id, percent);
  }
  const places = [...hidden].map(([place, slots]) => `${place}:${[...slots].join(',')}`);
  return { key: [...places, ...shares.keys()].join(' '), hiddenAudiences: hidden, shares, newestPosition };
};

/** Companions follow the artifact they belong to. */
export const visibleReleases = (
  { rules, releases }: DocumentPlan,
  { hiddenAudiences }: DocumentSelection,
): ReleaseWithArtifacts[] =>
  releases.map((release, place) => {
    const slots = hiddenAudiences.get(place);
    if (slots === undefined) return release;
    const isShown = ({ companionOf, target }: Artifact): boolean =>
      !rules.audiencesOf(companionOf ?? target).some((slot) => slots.has(slot));
    return { ...release, artifacts: release.artifacts.filter(isShown) };
  });

const tooDeep = {
  verdict: 'too-deep',
  reason: 'Behind too many newer unfinished rollouts.',
} as const;

const elsewhere = {
  verdict: 'newer-elsewhere',
  reason: 'The channel in `alsoOffers` has a release that takes precedence.',
} as const;

const whyIn = (
  targetPlan: TargetPlan,
  place: number,
  client: Client,
): Omit<ConsideredRelease, 'version'> | undefined => {
  const offer = targetPlan.offers.get(place);
  if (offer === undefined) return undefined;
  const trace: ConsideredRelease[] = [];
  choose(viewForVersion(targetPlan.plan, client.currentVersion), client, trace);
  const { release } = offer;
  // Both channels may have the version.
  const noted = trace.find(
    ({ version, channel = targetPlan.plan.requestedChannel ?? release.channel }) =>
      version === release.version && channel === release.channel,
  );
  const why =
    createRejectionCheck(client, targetPlan.plan)(offer) ??
    noted ??
    (targetPlan.plan.also === undefined ? tooDeep : elsewhere);
  return { ...why, reason: reasonText(why.reason) };
};

/** Why a client does not get a listed release; undefined if it does or could. */
export const explainHidden = (
  { rules, releases, targetPlans }: DocumentPlan,
  release: ReleaseWithArtifacts,
  client: Client,
): ConsideredRelease | undefined => {
  const { version, id } = release;
  const facts = factsFor(rules, client);
  const place = releases.findIndex((one) => one.id === id);
  for (const targetPlan of targetPlans) {
    const { hidden, shares } = hideIn(targetPlan, rules, facts);
    const percent = shares.get(id);
    if (percent !== undefined) {
      const reason = `The feed offers it to ${percent}% of clients; each client decides by its own ID.`;
      return { version, verdict: 'rollout-no-id', reason };
    }
    const why = hidden.includes(place) ? whyIn(targetPlan, place, facts) : undefined;
    if (why !== undefined) return { ...why, version };
  }
  return undefined;
};
