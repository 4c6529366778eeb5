import { readSite } from '../catalog/read-site.ts';
import { countClientsByDay, estimateFleet, peakClients } from '../fleet/estimate-clients.ts';
import type { App } from '../model/app.ts';
import { bounds } from '../model/bounds.ts';
import { requireFound } from '../model/errors.ts';
import { type Day, dayOf, type Instant, monthOf } from '../model/instant.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { percentOf } from '../model/rollout.ts';
import type { Apps } from '../ports/apps.ts';
import type { Channels } from '../ports/channels.ts';
import type { Clock } from '../ports/clock.ts';
import type { Fleet } from '../ports/fleet.ts';
import type { Releases } from '../ports/releases.ts';
import type { SigningKeys } from '../ports/signing-keys.ts';
import type { Usage } from '../ports/usage.ts';
import { hoursUntilClients } from './detection-time.ts';
import { estimateFleetFromDownloads } from './exposure.ts';
import type { FleetSegment } from './fleet-segments.ts';
import { type Forecast, type ForecastReach, forecastRollout } from './forecast.ts';
import { noBaseRelease } from './no-base-release.ts';
import { outcomesUntilHalt } from './sequential-test.ts';
import { applyPlan, type RolloutRequest } from './transitions.ts';

/* Previews a rollout against yesterday's fleet. A dry run: nothing changes. */

export interface SimulatedStep extends ForecastReach {
  percent: number;
  /** At the earliest. */
  startsAfterHours: number;
}

/** How soon a release with this failure rate would stop. */
export interface SimulatedHalt {
  failing: number;
  /** Undefined if the rate is too low for the brake. */
  outcomes: number | undefined;
  /** Undefined if the steps never reach that many. */
  hours: number | undefined;
}

export interface Simulation {
  /** The assumed start. */
  at: Instant;
  day: Day;
  /** Distinct clients with an ID on that day; undefined without any. */
  clients: number | undefined;
  fleetSize: number | undefined;
  forecast: Forecast;
  steps: SimulatedStep[];
  /** The rest of the month's allowance; undefined if unlimited. */
  leftBytes: number | undefined;
  halts: SimulatedHalt[];
}

const daySeconds = 24 * 3600;
const failures = [5, 30, 100];

/** Earliest start of each step, in hours. */
const startsOf = ([, ...later]: RolloutRequest['steps']): number[] => {
  let start = 0;
  return [
    start,
    ...later.map(({ afterHours }) => {
      start += afterHours;
      return start;
    }),
  ];
};

const sumOf = (parts: readonly FleetSegment[]) => ({
  checks: parts.reduce((sum, { checks }) => sum + checks, 0),
  withId: parts.reduce((sum, { withId }) => sum + withId, 0),
});

export const createRolloutSimulator = (needs: {
  store: Apps & Channels & Releases & Usage & Fleet & SigningKeys;
  clock: Clock;
  /** Yields to the event loop. */
  rest: () => Promise<unknown>;
}) => {
  const { store, clock, rest } = needs;

  /** The most frequent versions and targets, up to a limit. */
  const fleetPartsOf = async ({ app, channel }: ReleaseWithArtifacts, day: Day): Promise<FleetSegment[]> => {
    const rows = await store.listFleet(app, { from: day, to: day, channel });
    return rows
      .map(({ target = '', version = '', checks, withId }) => ({ target, version, checks, withId }))
      .sort((a, b) => b.checks - a.checks)
      .slice(0, bounds.simulatedParts);
  };

  const leftBytesOf = async ({ slug, allowanceBytes }: App): Promise<number | undefined> =>
    allowanceBytes === undefined
      ? undefined
      : Math.max(0, allowanceBytes - (await store.monthBytes(slug, monthOf(dayOf(clock.now())))));

  const haltsOf = (
    planned: RolloutRequest,
    steps: readonly SimulatedStep[],
    checksOfClient: number | undefined,
  ): SimulatedHalt[] =>
    failures.map((failing) => {
      const outcomes = outcomesUntilHalt(failing, planned.brakes);
      const ahead = steps.map(({ startsAfterHours, clients = 0 }) => ({ startsAfterHours, clients }));
      const isKnown = checksOfClient !== undefined && outcomes !== undefined;
      const hours = isKnown ? hoursUntilClients(outcomes, ahead, 24 / checksOfClient) : undefined;
      return { failing, outcomes, hours };
    });

  const simulate = async (slug: string, id: string, planned: RolloutRequest): Promise<Simulation> => {
    const app = requireFound(await store.findApp(slug), 'app');
    const release = requireFound(await store.findRelease(slug, id), 'release');
    if (!(await store.hasFullyReleased(slug, release.channel, release.sequence)))
      throw noBaseRelease(release);
    const fresh = { seed: 0, state: 'rolling' as const, stopped: undefined, round: 0, brakedTargets: [] };
    const at = clock.now();
    const rollout = applyPlan(planned, { releaseId: id, ...fresh }, at);
    const day = dayOf(clock.in(-daySeconds));
    const { channel } = release;
    const [parts, days, fleetSize, source, leftBytes] = await Promise.all([
      fleetPartsOf(release, day),
      countClientsByDay(store, slug, { from: day, to: day, channel }),
      estimateFleetFromDownloads(store, { ...release, rollout }, clock),
      readSite(store, app),
      leftBytesOf(app),
    ]);
    const totals = sumOf(parts);
    const clientCount = planned.fleetSize ?? estimateFleet(totals, days)?.clients ?? fleetSize;
    const forecast = await forecastRollout({ release: { ...release, rollout }, source }, parts, {
      ...{ fleetSize: clientCount, rest },
    });
    const starts = startsOf(planned.steps);
    const steps = planned.steps.map(({ permille }, index) => ({
      percent: percentOf(permille),
      startsAfterHours: starts[index] ?? 0,
      ...forecast.at(permille),
    }));
    const checksOfClient =
      clientCount === undefined || forecast.checks === 0 ? undefined : forecast.checks / clientCount;
    const halts = haltsOf(planned, steps, checksOfClient);
    return {
      at,
      day,
      clients: peakClients(days, totals),
      fleetSize,
      forecast,
      steps,
      leftBytes,
      halts,
    };
  };

  return { simulate };
};
export type RolloutSimulator = ReturnType<typeof createRolloutSimulator>;
