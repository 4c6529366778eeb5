import { choose } from '../decision/decide.ts';
import { type DecisionSource, planWith, releasesByTarget } from '../decision/planner.ts';
import { viewForVersion } from '../decision/version-view.ts';
import { isMain } from '../model/artifact.ts';
import type { ConsideredRelease, OfferVerdict, Plan } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { type Rollout, wholePermille } from '../model/rollout.ts';
import { comparePublished, groupByChannel } from '../model/site.ts';
import { type FleetSegment, segmentVersion, splitByTarget } from './fleet-segments.ts';

/*
 * Forecasts a rollout with the decision itself: for each version and target, what clients get inside and outside the
 * percentage. The difference is what the percentage controls.
 */

/** The release with its assumed rollout, and the site that it is published to. */
export interface ForecastInput {
  release: ReleaseWithArtifacts & { rollout: Rollout };
  source: DecisionSource;
}

/** For one segment: who always gets the release, who gets it inside the percentage, and why others do not. */
interface Reach {
  part: FleetSegment;
  bytes: number;
  always: number;
  inside: number;
  leftOut: readonly { verdict: OfferVerdict; checks: number }[];
}

interface Offered {
  plan: Plan;
  passed: readonly ConsideredRelease[];
}

/** A draft comes after everything that is published. Pruned artifacts stay pruned. */
const outAt = ({ release }: ForecastInput, permille: number): ReleaseWithArtifacts => ({
  ...release,
  state: 'published',
  sequence: release.sequence ?? Number.MAX_SAFE_INTEGER,
  rollout: { ...release.rollout, state: 'rolling', permille, capReached: false },
  artifacts: release.artifacts.map((one) => (one.state === 'declared' ? { ...one, state: 'active' } : one)),
});

/** A client that only the percentage decides about. */
const clientOf = (part: FleetSegment) => ({ currentVersion: segmentVersion(part), id: 'someone' });

const isOffered = ({ release }: ForecastInput, { plan }: Offered, part: FleetSegment): boolean => {
  const chosen = choose(viewForVersion(plan, segmentVersion(part)), clientOf(part));
  return chosen?.isNewer === true && chosen.offer.release.id === release.id;
};

const whyNot = ({ release }: ForecastInput, { plan, passed }: Offered, part: FleetSegment): OfferVerdict => {
  const trace = [...passed];
  choose(viewForVersion(plan, segmentVersion(part)), clientOf(part), trace);
  const own = trace.find(
    ({ version, channel = release.channel }) => version === release.version && channel === release.channel,
  );
  return own?.verdict ?? 'not-newer';
};

/** Computed once per target for all versions. */
const createPlans = (stage: ForecastInput) => {
  const { source, release } = stage;
  const others = [...source.channels.values()].flat().filter(({ id }) => id !== release.id);
  // Grouped once instead of once per target.
  const othersFor = releasesByTarget(groupByChannel(others));
  const offeredAt = (permille: number): ((target: string) => Offered) => {
    const own = outAt(stage, permille);
    const planner = planWith(source, (channel, target) => {
      const found = othersFor(channel, target);
      return channel === own.channel ? [own, ...found].sort(comparePublished) : found;
    });
    return (target) => {
      const passed: ConsideredRelease[] = [];
      return { plan: planner({ channel: release.channel, target }, passed), passed };
    };
  };
  const [insideFor, outsideFor] = [offeredAt(wholePermille), offeredAt(0)];
  const plansByTarget = new Map<string, { inside: Offered; outside: Offered }>();
  return (target: string) => {
    const plans = plansByTarget.get(target) ?? { inside: insideFor(target), outside: outsideFor(target) };
    plansByTarget.set(target, plans);
    return plans;
  };
};

const reachOf = (
  stage: ForecastInput,
  { inside, outside }: { inside: Offered; outside: Offered },
  part: FleetSegment,
): Reach => {
  const { release } = stage;
  const artifact = release.artifacts.find((one) => one.target === part.target && isMain(one));
  const isIn = isOffered(stage, inside, part);
  // Clients that get it outside also get it inside.
  const isAlways = isIn && isOffered(stage, outside, part);
  const without = part.checks - part.withId;
  const excluded = release.rollout.withoutId === 'hold' && !isAlways ? without : 0;
  const counted = part.checks - excluded;
  return {
    part,
    bytes: artifact?.sizeBytes ?? 0,
    always: isAlways ? counted : 0,
    inside: isIn && !isAlways ? counted : 0,
    leftOut: [
      ...(isIn ? [] : [{ verdict: whyNot(stage, inside, part), checks: part.checks }]),
      ...(isIn && excluded > 0 ? [{ verdict: 'rollout-no-id' as const, checks: excluded }] : []),
    ],
  };
};

/** The number of offers processed between yields. */
const offersAtOnce = 2000;

/** Yields to the event loop, since a fleet may have thousands of segments. */
const reachAll = async (
  stage: ForecastInput,
  parts: readonly FleetSegment[],
  rest: () => Promise<unknown>,
): Promise<Reach[]> => {
  const plansOf = createPlans(stage);
  const reaches: Reach[] = [];
  let looked = 0;
  for (const part of parts) {
    const plans = plansOf(part.target);
    reaches.push(reachOf(stage, plans, part));
    const { offers, also } = plans.inside.plan;
    looked += 8 + stage.release.artifacts.length / 4 + offers.length + (also?.offers.length ?? 0);
    if (looked < offersAtOnce) continue;
    looked = 0;
    await rest();
  }
  return reaches;
};

/** The totals of one step, or of the end. */
export interface ForecastReach {
  /** Undefined if the fleet's size is unknown, or nothing was seen that day. */
  clients: number | undefined;
  bytes: number | undefined;
}

export interface Forecast {
  checks: number;
  withId: number;
  /** The totals at a percentage. */
  at(permille: number): ForecastReach;
  byTarget: readonly (ForecastReach & { target: string; checks: number })[];
  leftOut: readonly { reason: OfferVerdict; checks: number }[];
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

export const forecastRollout = async (
  stage: ForecastInput,
  parts: readonly FleetSegment[],
  { fleetSize, rest }: { fleetSize: number | undefined; rest: () => Promise<unknown> },
): Promise<Forecast> => {
  const reaches = await reachAll(stage, splitByTarget(stage.release, parts), rest);
  const checks = sum(parts, (part) => part.checks);
  const clientsOfCheck = fleetSize === undefined || checks === 0 ? undefined : fleetSize / checks;
  const reachedOf = (some: readonly Reach[], permille: number): ForecastReach => {
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
    byTarget: [...Map.groupBy(reaches, ({ part }) => part.countedAs ?? part.target)].map(([target, own]) => ({
      target,
      checks: Math.round(sum(own, ({ part }) => part.checks)),
      ...reachedOf(own, wholePermille),
    })),
    leftOut: [...left]
      .map(([reason, some]) => ({ reason, checks: Math.round(sum(some, (one) => one.checks)) }))
      .sort((a, b) => b.checks - a.checks),
  };
};
