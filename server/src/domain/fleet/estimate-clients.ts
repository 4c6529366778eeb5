import { bounds } from '../model/bounds.ts';
import type { FleetCounts, FleetSketch } from '../model/fleet.ts';
import type { Day } from '../model/instant.ts';
import type { Warning } from '../model/release.ts';
import type { Fleet, FleetFilter, NodeSketch, SketchFilter } from '../ports/fleet.ts';
import { createSketch, estimateCardinality, mergeSketch, type Sketch } from './counters/hyperloglog.ts';

/*
 * Counts distinct clients that send IDs. Sketches of all nodes are merged while reading, one day at a time. Days have
 * different salts and cannot be merged, so the day with the most clients counts.
 */

type Sketches = Pick<Fleet, 'listSketches'>;

/** By day, then by name. */
export type ClientsByDay = ReadonlyMap<Day, ReadonlyMap<string, number>>;

const readSketches = async function* (
  store: Sketches,
  app: string,
  filter: SketchFilter,
): AsyncGenerator<NodeSketch[]> {
  let after: NodeSketch | undefined;
  do {
    const page = await store.listSketches(app, { ...filter, after });
    yield page;
    after = page.length < bounds.sketchesAtATime ? undefined : page.at(-1);
  } while (after !== undefined);
};

const estimateAll = (unions: ReadonlyMap<string, Sketch>): Map<string, number> =>
  new Map([...unions].map(([name, union]) => [name, Math.max(1, Math.round(estimateCardinality(union)))]));

/** Distinct clients per day and name; undefined if there is too much to read. */
const countBy = async (
  pages: AsyncIterable<NodeSketch[]>,
  nameOf: (sketch: FleetSketch) => string,
): Promise<ClientsByDay | undefined> => {
  const days = new Map<Day, Map<string, number>>();
  let [today, unions, read]: [Day, Map<string, Sketch>, number] = ['', new Map(), 0];
  const endDay = (day: Day): void => {
    if (unions.size > 0) days.set(today, estimateAll(unions));
    [today, unions] = [day, new Map()];
  };
  for await (const page of pages) {
    read += page.length;
    if (read > bounds.readSketches) return undefined;
    for (const sketch of page) {
      if (sketch.day !== today) endDay(sketch.day);
      const union = unions.get(nameOf(sketch)) ?? createSketch();
      mergeSketch(union, sketch.registers);
      unions.set(nameOf(sketch), union);
    }
  }
  endDay('');
  return days;
};

/** For all channels and versions; empty if there is too much to read. */
export const countClientsByDay = async (
  store: Sketches,
  app: string,
  filter: FleetFilter,
): Promise<ReadonlyMap<Day, number>> => {
  const days = await countBy(readSketches(store, app, { ...filter, of: 'channels' }), () => '');
  return new Map([...(days ?? [])].map(([day, own]) => [day, own.get('') ?? 0]));
};

/** By day and row name; empty if there is too much to read. */
export const countClientsByVersion = async (
  store: Sketches,
  app: string,
  filter: FleetFilter & { nameOf: (sketch: Pick<FleetSketch, 'channel' | 'version'>) => string },
): Promise<ClientsByDay> =>
  (await countBy(readSketches(store, app, { ...filter, of: 'versions' }), filter.nameOf)) ?? new Map();

/** The maximum of the days, capped by checks with an ID; undefined if there are none. */
export const peakClients = (
  days: ReadonlyMap<Day, number>,
  { withId }: Pick<FleetCounts, 'withId'>,
): number | undefined => {
  const most = Math.min(withId, Math.max(0, ...days.values()));
  return most === 0 ? undefined : most;
};

/** The estimated installs, and the share of checks that the estimate is based on. */
export interface FleetEstimate {
  clients: number;
  share: number;
}

/** Too few IDs for so many checks: clients must share them. */
const isIndistinct = ({ withId }: Pick<FleetCounts, 'withId'>, days: Iterable<number>): boolean =>
  [...days].reduce((sum, clients) => sum + clients, 0) < withId / 100;

/** Extrapolates from clients with IDs; undefined if there are none, or if clients share IDs. */
export const estimateFleet = (
  counts: Pick<FleetCounts, 'checks' | 'withId'>,
  days: ReadonlyMap<Day, number>,
): FleetEstimate | undefined => {
  const clients = peakClients(days, counts);
  if (clients === undefined || isIndistinct(counts, days.values())) return undefined;
  const share = counts.withId / counts.checks;
  return { clients: Math.round(clients / share), share };
};

/** Warns if many checks share few IDs. */
export const sharedIdWarnings = (
  counts: Pick<FleetCounts, 'withId'>,
  days: ReadonlyMap<Day, number>,
): Warning[] => {
  if (days.size === 0 || !isIndistinct(counts, days.values())) return [];
  const [checks, clients] = [counts.withId, peakClients(days, counts) ?? 0].map((n) =>
    n.toLocaleString('en'),
  );
  const detail = `${checks} checks sent an ID, but never more than ${clients} different IDs a day. Is the ID built into the app? Clients that share an ID are all in or all out of a rollout. Generate one per installation.`;
  return [{ code: 'ids-not-distinct', detail }];
};
