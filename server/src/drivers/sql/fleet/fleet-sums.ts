import { addCounts, type FleetRow } from '../../../domain/model/fleet.ts';
import { compareDays } from './cardinality-guard.ts';

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const compareRows = (a: FleetRow, b: FleetRow): number =>
  compareDays(a, b) ||
  compare(a.channel, b.channel) ||
  compare(a.target, b.target) ||
  compare(a.version, b.version);

/** One row per key, in an order shared by all nodes so that concurrent writers do not deadlock. */
export const sumFleetRows = (rows: readonly FleetRow[]): FleetRow[] => {
  const sums: FleetRow[] = [];
  for (const row of rows.toSorted(compareRows)) {
    const last = sums.at(-1);
    if (last === undefined || compareRows(last, row) !== 0) sums.push(row);
    else {
      const isUnpublished = last.isUnpublished && row.isUnpublished;
      sums[sums.length - 1] = { ...last, ...addCounts(last, row), isUnpublished };
    }
  }
  return sums;
};
