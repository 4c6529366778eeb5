import { outlookOf } from '../deciding/outlook.ts';
import { planOffers } from '../deciding/plan-offers.ts';
import { choose } from '../deciding.ts';
import { isMain } from '../nouns/artifact.ts';
import type { Considered, Verdict } from '../nouns/offer.ts';
import type { ReleaseWithArtifacts } from '../nouns/release.ts';
import { type Rollout, wholePermille } from '../nouns/rollout.ts';

/*
 * What a rollout would mean for a fleet, by the decision itself: it is asked what clients of each version and target
 * would get inside the percent, and what outside of it. Everything between the two is the percent.
 */

/** Checks of one version and target on the day that is looked at. */
export interface FleetPart {
  target: string;
  version: string;
  checks: number;
  withId: number;
}

/** The release as it would be out, and what it would be out beside. */
export interface Stage {
  release: ReleaseWithArtifacts & { rollout: Rollout };
  /** The others of its channel that can be offered, last published first. */
  others: readonly ReleaseWithArtifacts[];
  rescued: ReadonlySet<string>;
}

/** Clients of one part: who of them gets the release at any percent, who inside it, and why the rest does not. */
interface Reach {
  part: FleetPart;
  bytes: number;
  always: number;
  inside: number;
  leftOut: readonly { verdict: Verdict; checks: number }[];
}

const isAfter = (a: ReleaseWithArtifacts, b: ReleaseWithArtifacts): number =>
  (b.sequence ?? Number.MAX_SAFE_INTEGER) - (a.sequence ?? Number.MAX_SAFE_INTEGER);

/** What clients of a part would get of the release, at this percent; the reason where it is nothing. */
const ask = (
  { release, others, rescued }: Stage,
  { target, version: currentVersion }: FleetPart,
  client: { permille: number; id: string | undefined },
): Verdict => {
  const rollout = {
    ...release.rollout,
    state: 'rolling' as const,
    permille: client.permille,
    doorShut: false,
  };
  const artifacts = release.artifacts.map((one) => ({ ...one, state: 'active' as const }));
  const out = { ...release, state: 'published' as const, rollout, artifacts };
  const trace: Considered[] = [];
  const releases = [out, ...others].sort(isAfter);
  const outlook = outlookOf(planOffers({ releases, target, rescued }, trace), currentVersion);
  const chosen = choose(outlook, { currentVersion, id: client.id, network: client.id ?? 'any' }, trace);
  if (chosen?.isNewer === true && chosen.offer.release.id === release.id) return 'offered';
  return trace.find(({ version }) => version === release.version)?.verdict ?? 'not-newer';
};

const someone = 'someone';

const reachOf = (stage: Stage, part: FleetPart): Reach => {
  const { release } = stage;
  const artifact = release.artifacts.find((one) => one.target === part.target && isMain(one));
  const inside = ask(stage, part, { permille: wholePermille, id: someone });
  const outside = ask(stage, part, { permille: 0, id: someone });
  const without = part.checks - part.withId;
  const held = release.rollout.withoutId === 'hold' && outside !== 'offered' ? without : 0;
  const counted = part.checks - held;
  const isIn = inside === 'offered';
  return {
    part,
    bytes: artifact?.sizeBytes ?? 0,
    always: outside === 'offered' ? counted : 0,
    inside: isIn && outside !== 'offered' ? counted : 0,
    leftOut: [
      ...(isIn ? [] : [{ verdict: inside, checks: part.checks }]),
      ...(isIn && held > 0 ? [{ verdict: 'rollout-no-id' as const, checks: held }] : []),
    ],
  };
};

/** What one step, or the end, comes to. */
export interface Reached {
  /** Undefined where nobody knows how large the fleet is, or nothing was seen of it on that day. */
  clients: number | undefined;
  bytes: number | undefined;
}

export interface Forecast {
  checks: number;
  withId: number;
  /** What has come of it at a percent. */
  at(permille: number): Reached;
  byTarget: readonly (Reached & { target: string; checks: number })[];
  leftOut: readonly { reason: Verdict; checks: number }[];
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** What a rollout would mean for a fleet of that size. */
export const forecast = (
  stage: Stage,
  parts: readonly FleetPart[],
  fleetSize: number | undefined,
): Forecast => {
  const reaches = parts.map((part) => reachOf(stage, part));
  const checks = sum(parts, (part) => part.checks);
  const clientsOfCheck = fleetSize === undefined || checks === 0 ? undefined : fleetSize / checks;
  const reachedOf = (some: readonly Reach[], permille: number): Reached => {
    if (clientsOfCheck === undefined) return { clients: undefined, bytes: undefined };
    const clientsOf = ({ always, inside }: Reach): number =>
      clientsOfCheck * (always + (inside * permille) / wholePermille);
    return {
      clients: Math.round(sum(some, clientsOf)),
      bytes: Math.round(sum(some, (reach) => clientsOf(reach) * reach.bytes)),
    };
  };
  const left = Map.groupBy(
    reaches.flatMap(({ leftOut }) => leftOut),
    ({ verdict }) => verdict,
  );
  return {
    checks,
    withId: sum(parts, (part) => part.withId),
    at: (permille) => reachedOf(reaches, permille),
    byTarget: [...Map.groupBy(reaches, ({ part }) => part.target)].map(([target, own]) => ({
      target,
      checks: sum(own, ({ part }) => part.checks),
      ...reachedOf(own, wholePermille),
    })),
    leftOut: [...left]
      .map(([reason, some]) => ({ reason, checks: sum(some, (one) => one.checks) }))
      .sort((a, b) => b.checks - a.checks),
  };
};
