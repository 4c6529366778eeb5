import type { FleetRow } from '../../model/fleet.ts';

/*
 * The rows of one app since they were last taken. Most apps have a few, which are looked through: names and maps for each
 * of a hundred thousand apps would be most of what counting allocates.
 */

type Place = Pick<FleetRow, 'channel' | 'target'>;

export interface AppRows {
  readonly rows: FleetRow[];
  /** Once they are many. */
  byName: Map<string, FleetRow> | undefined;
}

const few = 8;

const nameOf = ({ channel, target }: Place, version: string): string => `${channel}\n${target}\n${version}`;

/** The row of a version in a place. */
export const findRow = ({ rows, byName }: AppRows, place: Place, version: string): FleetRow | undefined => {
  if (byName !== undefined) return byName.get(nameOf(place, version));
  const { channel, target } = place;
  return rows.find((row) => row.version === version && row.target === target && row.channel === channel);
};

/** Adds a row that is not among them. */
export const addRow = (own: AppRows, row: FleetRow): void => {
  own.rows.push(row);
  if (own.byName !== undefined) own.byName.set(nameOf(row, row.version), row);
  else if (own.rows.length > few)
    own.byName = new Map(own.rows.map((one) => [nameOf(one, one.version), one]));
};
