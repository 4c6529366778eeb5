import type { Artifact } from '../model/artifact.ts';
import type { Client, ConsideredRelease, Offer } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { isNewer } from '../model/version.ts';
import { choose, createRejectionCheck } from './decide.ts';
import type { DocumentInput, DocumentPlan, TargetPlan } from './feed-plan.ts';
import { reasonText } from './rollout-bucketing.ts';
import { type VersionView, viewForVersion } from './version-view.ts';

/** The part of a document that one client sees: per target its release and older ones. */
export interface DocumentSelection {
  /** The same for all clients with equal content, so that it works as a cache key. */
  readonly key: string;
  /** By release index: the client groups that it is hidden from. */
  readonly hidden: ReadonlyMap<number, ReadonlySet<string>>;
  /** Rollout percentage by release ID. */
  readonly shares: ReadonlyMap<string, number>;
  /** The index of the newest release that the client gets. */
  readonly newest: number | undefined;
}

/** Leaves out facts that the client judges itself. */
const factsFor = ({ judgesShare, judgesSystem }: DocumentInput, client: Client): Client => ({
  ...client,
  ...(judgesShare ? { id: undefined, network: undefined } : {}),
  ...(judgesSystem ? { system: undefined } : {}),
});

/** The client's view of a target, and its offer. */
const lookAhead = (lane: TargetPlan, client: Client): { outlook: VersionView; base: Offer | undefined } => {
  const { currentVersion } = client;
  const outlook = currentVersion === undefined ? lane.ahead : viewForVersion(lane.plan, currentVersion);
  return { outlook, base: choose(outlook, client)?.offer };
};

const permilleOfPercent = 10;

/** Whole percent while rolling, else 0. */
const percentBehind = ({ rollout }: Offer): number =>
  rollout?.state === 'rolling' ? Math.floor(rollout.permille / permilleOfPercent) : 0;

/**
 * Percentages of releases that the client buckets itself for. It takes the highest version that admits it, so a release
 * for everyone must be below.
 */
const sharesOf = ({ plan }: TargetPlan, client: Client, { outlook, base }: ReturnType<typeof lookAhead>) => {
  const shares = new Map<string, number>();
  if (base === undefined) return shares;
  const refuse = createRejectionCheck(client, plan);
  for (const { stages } of outlook.also === undefined ? [outlook] : [outlook, outlook.also])
    for (const { offer, milestone } of stages) {
      if (offer.release.id === base.release.id || refuse(offer) === undefined) break;
      const percent = milestone === undefined ? percentBehind(offer) : 0;
      const isMeant = percent > 0 && isNewer(offer.version, base.release.version);
      if (isMeant && refuse({ ...offer, rollout: undefined }) === undefined)
        shares.set(offer.release.id, percent);
    }
  return shares;
};

/** The releases of a target hidden from a client, and the percentages of those it buckets itself for. */
const hideIn = (lane: TargetPlan, { judgesShare, judgesSystem }: DocumentInput, client: Client) => {
  const ahead = lookAhead(lane, client);
  const shares = judgesShare ? sharesOf(lane, client, ahead) : new Map<string, number>();
  const refuse = createRejectionCheck(client, lane.plan);
  const hidden: number[] = [];
  let basePlace: number | undefined;
  for (const [place, offer] of lane.offers) {
    const { id, channel } = offer.release;
    const isBase = id === ahead.base?.release.id;
    if (isBase) basePlace = place;
    const isReached = basePlace !== undefined;
    const isOutside = !isReached || channel !== ahead.base?.release.channel;
    // A client whose system cannot run its release takes the next one.
    const isRefused = isReached && !isBase && judgesSystem && refuse(offer) !== undefined;
    if ((isOutside && !shares.has(id)) || isRefused) hidden.push(place);
  }
  return { hidden, shares, basePlace };
};

export const selectForClient = ({ parts, lanes }: DocumentPlan, client: Client): DocumentSelection => {
  const facts = factsFor(parts, client);
  const hidden = new Map<number, Set<string>>();
  const shares = new Map<string, number>();
  let newest: number | undefined;
  for (const lane of lanes) {
    const own = hideIn(lane, parts, facts);
    if (own.basePlace !== undefined) newest = Math.min(own.basePlace, newest ?? own.basePlace);
    for (const place of own.hidden) hidden.set(place, new Set([...(hidden.get(place) ?? []), ...lane.slots]));
    for (const [id, percent] of own.shares) shares.set(id, percent);
  }
  const places = [...hidden].map(([place, slots]) => `${place}:${[...slots].join(',')}`);
  return { key: [...places, ...shares.keys()].join(' '), hidden, shares, newest };
};

/** Companions follow the artifact they belong to. */
export const visibleReleases = (
  { parts, releases }: DocumentPlan,
  { hidden }: DocumentSelection,
): ReleaseWithArtifacts[] =>
  releases.map((release, place) => {
    const slots = hidden.get(place);
    if (slots === undefined) return release;
    const isShown = ({ companionOf, target }: Artifact): boolean =>
      !parts.slotsOf(companionOf ?? target).some((slot) => slots.has(slot));
    return { ...release, artifacts: release.artifacts.filter(isShown) };
  });

const tooDeep = {
  verdict: 'too-deep',
  reason: 'It lies behind too many newer rollouts that are not done.',
} as const;

const elsewhere = {
  verdict: 'newer-elsewhere',
  reason: 'The channel that is also offered has one that comes before it.',
} as const;

const whyIn = (
  lane: TargetPlan,
  place: number,
  client: Client,
): Omit<ConsideredRelease, 'version'> | undefined => {
  const offer = lane.offers.get(place);
  if (offer === undefined) return undefined;
  const trace: ConsideredRelease[] = [];
  choose(viewForVersion(lane.plan, client.currentVersion), client, trace);
  const noted = trace.find(({ version }) => version === offer.release.version);
  const why =
    createRejectionCheck(client, lane.plan)(offer) ??
    noted ??
    (lane.plan.also === undefined ? tooDeep : elsewhere);
  return { ...why, reason: reasonText(why.reason) };
};

/** Why a client does not get a listed release; undefined if it does or could. */
export const explainHidden = (
  { parts, releases, lanes }: DocumentPlan,
  release: ReleaseWithArtifacts,
  client: Client,
): ConsideredRelease | undefined => {
  const { version, id } = release;
  const facts = factsFor(parts, client);
  const place = releases.findIndex((one) => one.id === id);
  for (const lane of lanes) {
    const { hidden, shares } = hideIn(lane, parts, facts);
    const percent = shares.get(id);
    if (percent !== undefined) {
      const reason = `The list has it for ${percent}% of clients: each finds out by an id of its own.`;
      return { version, verdict: 'rollout-no-id', reason };
    }
    const why = hidden.includes(place) ? whyIn(lane, place, facts) : undefined;
    if (why !== undefined) return { ...why, version };
  }
  return undefined;
};
