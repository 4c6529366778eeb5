import type { CheckIn, FleetBatch, FleetRow, FleetSketch, RolloutHour } from '../../model/fleet.ts';

/*
 * What was counted is written in parts, each a transaction of its own: while it lasts nobody else writes to SQLite, and
 * with PostgreSQL nobody publishes for its apps.
 */

/** Some tens of milliseconds of a database. */
export const rowsOfPart = 4000;
/** A kilobyte each. */
const sketchesOfPart = 500;

/** What was counted; its rows lie in parts. */
export interface Counted {
  rows: readonly (readonly FleetRow[])[];
  hours: readonly RolloutHour[];
  checkIns: readonly CheckIn[];
  sketches: readonly FleetSketch[];
}

type Part = Pick<FleetBatch, 'rows' | 'hours' | 'checkIns' | 'sketches'>;

/** Parts of what was counted, none where that is nothing. */
export const partsOf = ({ rows, hours, checkIns, sketches }: Counted): Part[] => {
  const count = Math.max(
    rows.length,
    Math.ceil(hours.length / rowsOfPart),
    Math.ceil(checkIns.length / rowsOfPart),
    Math.ceil(sketches.length / sketchesOfPart),
  );
  return Array.from({ length: count }, (_, n) => ({
    rows: rows[n] ?? [],
    hours: hours.slice(n * rowsOfPart, (n + 1) * rowsOfPart),
    checkIns: checkIns.slice(n * rowsOfPart, (n + 1) * rowsOfPart),
    sketches: sketches.slice(n * sketchesOfPart, (n + 1) * sketchesOfPart),
  }));
};
