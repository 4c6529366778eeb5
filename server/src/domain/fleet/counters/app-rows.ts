import type { FleetRow } from '../../model/fleet.ts';

/*
 * An app's rows since the last drain. Most apps have few rows, so these are scanned: maps for a hundred thousand apps
 * would dominate the allocations.
 */

type Place = Pick<FleetRow, 'channel' | 'target'>;

export interface AppRows {
  readonly rows: FleetRow[];
  /** Only once there are many rows. */
  byName: Map<string, FleetRow> | undefined;
}

const few = 8;

const nameOf = ({ channel, target }: Place, version: string): string => `${channel}\n${target}\n${version}`;

export const findRow = ({ rows, byName }: AppRows, place: Place, version: string): FleetRow | undefined => {
  if (byName !== undefined) return byName.get(nameOf(place, version));
  const { channel, target } = place;
  return rows.find((row) => row.version === version && row.target === target && row.channel === channel);
};

/** The row must be new. */
export const addRow = (own: AppRows, row: FleetRow): void => {
  own.rows.push(row);
  if (own.byName !== undefined) own.byName.set(nameOf(row, row.version), row);
  else if (own.rows.length > few)
    own.byName = new Map(own.rows.map((one) => [nameOf(one, one.version), one]));
};
