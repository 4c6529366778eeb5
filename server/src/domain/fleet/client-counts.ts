import type { FleetBy, FleetSum } from '../model/fleet.ts';
import type { Day } from '../model/instant.ts';
import type { Fleet, FleetFilter } from '../ports/fleet.ts';
import { type ClientsByDay, countClientsByVersion, peakClients } from './estimate-clients.ts';

/* Fills in the clients per row. Sketches exist per channel and version, but not per target. */

type ClientsOf = (row: FleetSum) => number | undefined;

/** Splits clients in proportion to their checks. */
const partOf = (clients: number | undefined, { withId }: FleetSum, all: number): number | undefined =>
  clients === undefined || withId === 0 ? undefined : Math.max(1, Math.round((clients * withId) / all));

const bySize = (days: ClientsByDay): Map<string, number> => {
  const most = new Map<string, number>();
  for (const own of days.values())
    for (const [name, clients] of own) most.set(name, Math.max(most.get(name) ?? 0, clients));
  return most;
};

/** The targets of a version on one day share its clients. */
const ofDetail = (rows: readonly FleetSum[], days: ClientsByDay): ClientsOf => {
  const nameOf = ({ channel, version }: FleetSum) => `${channel}\n${version}`;
  const sums = new Map<string, number>();
  for (const row of rows) {
    const name = `${row.day}\n${nameOf(row)}`;
    sums.set(name, (sums.get(name) ?? 0) + row.withId);
  }
  return (row) =>
    partOf(days.get(row.day ?? '')?.get(nameOf(row)), row, sums.get(`${row.day}\n${nameOf(row)}`) ?? 0);
};

/** `days` holds the total per day. */
export const fillClientCounts = async (
  store: Pick<Fleet, 'listSketches'>,
  filter: FleetFilter & { app: string; by: FleetBy | undefined; days: ReadonlyMap<Day, number> },
  rows: readonly FleetSum[],
): Promise<void> => {
  const { app, by, days } = filter;
  const choose = async (): Promise<ClientsOf> => {
    if (by === 'day') return ({ day = '' }) => days.get(day);
    if (by === 'target') {
      const withId = rows.reduce((sum, row) => sum + row.withId, 0);
      return (row) => partOf(peakClients(days, { withId }), row, withId);
    }
    if (by === undefined) {
      const nameOf = ({ channel = '', version = '' }) => `${channel}\n${version}`;
      return ofDetail(rows, await countClientsByVersion(store, app, { ...filter, nameOf }));
    }
    const most = bySize(
      await countClientsByVersion(store, app, { ...filter, nameOf: ({ version }) => version }),
    );
    return ({ version = '' }) => most.get(version);
  };
  // No IDs, so nothing to read.
  if (days.size === 0) return;
  const clientsOf = await choose();
  for (const row of rows) {
    const clients = clientsOf(row);
    row.clients = clients === undefined ? undefined : Math.min(clients, row.withId);
  }
};
