import { bounds } from '../../src/domain/model/bounds.ts';
import {
  addCounts,
  type FleetBatch,
  type FleetSum,
  foldUnpublishedVersions,
  type RolloutHour,
} from '../../src/domain/model/fleet.ts';
import { dayOf, hourOf, type Instant } from '../../src/domain/model/instant.ts';
import { isUnfinished } from '../../src/domain/model/rollout.ts';
import type { Fleet, FleetFilter } from '../../src/domain/ports/fleet.ts';
import { creditNetworks } from './store-networks.ts';
import { addSketches } from './store-sketches.ts';
import { keyOf, type State } from './store-state.ts';

const inOrder = <T>(rows: Iterable<[key: string, row: T]>): T[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, row]) => row);

export const createFleetReads = (state: () => State): Omit<Fleet, 'listSketches'> => {
  const filterRows = (app: string, { from, to, channel }: FleetFilter) =>
    [...state().fleet].filter(
      ([, row]) =>
        row.app === app &&
        row.day >= from &&
        row.day <= to &&
        (channel === undefined || row.channel === channel),
    );
  return {
    listFleet: async (app, days) =>
      inOrder(filterRows(app, days))
        .slice(0, bounds.fleetRows + 1)
        .map(({ app: _, isUnpublished: __, ...row }) => row),
    sumFleet: async (app, days, by) => {
      const sums = new Map<string, FleetSum>();
      for (const [, row] of filterRows(app, days)) {
        const sum = sums.get(row[by]) ?? { checks: 0, offers: 0, withId: 0, proxied: 0 };
        sums.set(row[by], { [by]: row[by], ...addCounts(sum, row) });
      }
      return inOrder(sums).slice(0, bounds.fleetSums + 1);
    },
    sumRolloutHours: async (releaseId, { from, until }) => {
      const own = [...state().hours.values()].filter(
        (row) => row.releaseId === releaseId && row.hour >= from && row.hour <= until,
      );
      return [...Map.groupBy(own, ({ target }) => target)]
        .map(([target, rows]) => ({
          target,
          offers: rows.reduce((sum, { offers }) => sum + offers, 0),
          arrivals: rows.reduce((sum, { arrivals }) => sum + arrivals, 0),
          downloads: rows.reduce((sum, { downloads }) => sum + downloads, 0),
          readers: rows.reduce((sum, { readers, downloads }) => sum + (readers ?? downloads), 0),
        }))
        .sort((a, b) => (a.target < b.target ? -1 : 1));
    },
    listRolloutHours: async (releaseId) =>
      inOrder([...state().hours].filter(([, row]) => row.releaseId === releaseId))
        .slice(-bounds.rolloutHours)
        .map(({ readers: _, ...row }) => row),
  };
};

export const addHours = (state: State, hours: readonly RolloutHour[]): void => {
  for (const hour of hours) {
    if (!isUnfinished(state.rollouts.get(hour.releaseId))) continue;
    const key = keyOf(hour.releaseId, hour.hour, hour.target);
    const sum = state.hours.get(key) ?? { offers: 0, readers: 0, arrivals: 0, downloads: 0 };
    state.hours.set(key, {
      ...hour,
      offers: sum.offers + hour.offers,
      readers: (sum.readers ?? 0) + (hour.readers ?? 0),
      arrivals: sum.arrivals + hour.arrivals,
      downloads: sum.downloads + hour.downloads,
    });
  }
};

/** Adds a batch of checks; idempotent per node. */
export const addFleet = (state: State, batch: FleetBatch): void => {
  const { node, sequence, at, rows, hours, checkIns = [], sketches } = batch;
  if ((state.nodes.get(node)?.sequence ?? -1) >= sequence) return;
  state.nodes.set(node, { sequence, at });
  for (const own of Map.groupBy(rows, ({ app, day }) => keyOf(app, day)).values()) {
    const [{ app, day } = { app: '', day: '' }] = own;
    const ofDay = [...state.fleet.values()].filter((row) => row.app === app && row.day === day);
    const unpublished = ofDay.filter(({ isUnpublished }) => isUnpublished);
    const taken = [...new Set(unpublished.map(({ version }) => version))];
    for (const row of foldUnpublishedVersions(own, taken)) {
      const key = keyOf(row.app, row.day, row.channel, row.target, row.version);
      const sum = state.fleet.get(key);
      const isStillUnpublished = row.isUnpublished && sum?.isUnpublished !== false;
      state.fleet.set(
        key,
        sum === undefined ? row : { ...row, ...addCounts(sum, row), isUnpublished: isStillUnpublished },
      );
    }
  }
  const credited = creditNetworks(state, { column: 'checkIns', at }, checkIns);
  const arrivals = credited.map(({ releaseId, target, count, at: since }) => ({
    ...{ releaseId, hour: hourOf(since), target, offers: 0, arrivals: count, downloads: 0 },
  }));
  addHours(state, [...hours, ...arrivals]);
  addSketches(state, node, sketches);
};

/** Deletes days, sketches and hours before a date. */
export const forgetFleet = ({ fleet, sketches, hours }: State, before: Instant): void => {
  for (const days of [fleet, sketches])
    for (const [key, { day }] of days) if (day < dayOf(before)) days.delete(key);
  for (const [key, { hour }] of hours) if (hour < before) hours.delete(key);
};
