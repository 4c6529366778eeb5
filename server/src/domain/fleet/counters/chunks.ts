import type { CheckIn, FleetBatch, FleetRow, FleetSketch, RolloutHour } from '../../model/fleet.ts';

/*
 * What was counted is written in parts, each a transaction of its own: while it lasts nobody else writes to SQLite, and
 * with PostgreSQL nobody publishes for its apps.
 */

/** Some tens of milliseconds of a database. */
export const rowsPerChunk = 4000;
/** A kilobyte each. */
const sketchesOfPart = 500;

/** What was counted; its rows lie in parts. */
export interface PendingCounts {
  rows: readonly (readonly FleetRow[])[];
  hours: readonly RolloutHour[];
  checkIns: readonly CheckIn[];
  sketches: readonly FleetSketch[];
}

type Part = Pick<FleetBatch, 'rows' | 'hours' | 'checkIns' | 'sketches'>;

/** Parts of what was counted, none where that is nothing. */
export const splitIntoChunks = ({ rows, hours, checkIns, sketches }: PendingCounts): Part[] => {
  const count = Math.max(
    rows.length,
    Math.ceil(hours.length / rowsPerChunk),
    Math.ceil(checkIns.length / rowsPerChunk),
    Math.ceil(sketches.length / sketchesOfPart),
  );
  return Array.from({ length: count }, (_, n) => ({
    rows: rows[n] ?? [],
    hours: hours.slice(n * rowsPerChunk, (n + 1) * rowsPerChunk),
    checkIns: checkIns.slice(n * rowsPerChunk, (n + 1) * rowsPerChunk),
    sketches: sketches.slice(n * sketchesOfPart, (n + 1) * sketchesOfPart),
  }));
};
