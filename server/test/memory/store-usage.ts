import { dayOf, hourOf } from '../../src/domain/model/instant.ts';
import type { UsageBatch } from '../../src/domain/model/usage.ts';
import type { Usage } from '../../src/domain/ports/usage.ts';
import { addHours } from './store-fleet.ts';
import { creditNetworks } from './store-networks.ts';
import { keyOf, type State } from './store-state.ts';

export const usageSums = (state: () => State): Pick<Usage, 'sumDownloads' | 'sumDeliveries'> => {
  const sumOf =
    (column: 'downloads' | 'deliveries'): Usage['sumDownloads'] =>
    async (app, releaseIds, { from, to }) => {
      const sums = new Map<string, { releaseId: string; target: string; downloads: number }>();
      for (const { app: its, day, releaseId, target, [column]: count } of state().usage.values()) {
        if (its !== app || day < from || day > to || !releaseIds.includes(releaseId)) continue;
        const key = keyOf(releaseId, target);
        sums.set(key, { releaseId, target, downloads: count + (sums.get(key)?.downloads ?? 0) });
      }
      return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
    };
  return { sumDownloads: sumOf('downloads'), sumDeliveries: sumOf('deliveries') };
};

/** Adds a batch to usage; idempotent per node. */
export const addUsage = (state: State, { node, sequence, at, rows, deliveries = [] }: UsageBatch): void => {
  if ((state.nodes.get(node)?.sequence ?? -1) >= sequence) return;
  state.nodes.set(node, { sequence, at });
  for (const row of rows) {
    const key = keyOf(row.app, row.day, row.releaseId, row.target);
    const sum = state.usage.get(key);
    const bytes = row.bytes + (sum?.bytes ?? 0);
    const downloads = row.downloads + (sum?.downloads ?? 0);
    state.usage.set(key, { ...row, bytes, downloads, deliveries: sum?.deliveries ?? 0 });
    const month = keyOf(row.app, row.day.slice(0, 7));
    state.months.set(month, row.bytes + (state.months.get(month) ?? 0));
  }
  for (const { app, releaseId, target, count, at: since } of creditNetworks(
    state,
    { column: 'deliveries', at },
    deliveries,
  )) {
    const key = keyOf(app, dayOf(since), releaseId, target);
    const row = { app, day: dayOf(since), releaseId, target, bytes: 0, downloads: 0, deliveries: 0 };
    const sum = state.usage.get(key) ?? row;
    state.usage.set(key, { ...sum, deliveries: sum.deliveries + count });
    const counted = { offers: 0, readers: 0, arrivals: 0, downloads: count };
    addHours(state, [{ releaseId, hour: hourOf(since), target, ...counted }]);
  }
};
