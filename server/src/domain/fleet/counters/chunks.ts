import type { CheckIn, FleetBatch, FleetRow, FleetSketch, RolloutHour } from '../../model/fleet.ts';

/*
 * Counts are written in chunks, one transaction each, since a transaction blocks all writes in SQLite and, in
 * PostgreSQL, publishing for its apps.
 */

/** Takes the database some tens of milliseconds. */
export const rowsPerChunk = 4000;
/** One kilobyte each. */
const sketchesOfPart = 500;

export interface PendingCounts {
  rows: readonly (readonly FleetRow[])[];
  hours: readonly RolloutHour[];
  checkIns: readonly CheckIn[];
  sketches: readonly FleetSketch[];
}

type Part = Pick<FleetBatch, 'rows' | 'hours' | 'checkIns' | 'sketches'>;

/** Empty if nothing was counted. */
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
