import { bounds } from '../model/bounds.ts';
import type { FleetCounts, FleetSketch } from '../model/fleet.ts';
import type { Day } from '../model/instant.ts';
import type { Warning } from '../model/release.ts';
import type { Fleet, FleetFilter, NodeSketch, SketchFilter } from '../ports/fleet.ts';
import { createSketch, estimateCardinality, mergeSketch, type Sketch } from './counters/hyperloglog.ts';

/*
 * How many different clients there were, as far as they send ids. What nodes saw apart is merged while it is read, a day
 * at a time. Days cannot be joined, since each has a seed of its own: of several, the one with the most clients counts.
 */

type Sketches = Pick<Fleet, 'listSketches'>;

/** Clients by day, and by a name within it. */
export type ClientsByDay = ReadonlyMap<Day, ReadonlyMap<string, number>>;

const readSketches = async function* (
  store: Sketches,
  app: string,
  asked: SketchFilter,
): AsyncGenerator<NodeSketch[]> {
  let after: NodeSketch | undefined;
  do {
    const page = await store.listSketches(app, { ...asked, after });
    yield page;
    after = page.length < bounds.sketchesAtATime ? undefined : page.at(-1);
  } while (after !== undefined);
};

const estimateAll = (unions: ReadonlyMap<string, Sketch>): Map<string, number> =>
  new Map([...unions].map(([name, union]) => [name, Math.max(1, Math.round(estimateCardinality(union)))]));

/** The clients of each day, told apart by name; undefined where that is too much to read. */
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

/** Clients by day, whatever their channel and version; nothing where that is too much to read. */
export const countClientsByDay = async (
  store: Sketches,
  app: string,
  asked: FleetFilter,
): Promise<ReadonlyMap<Day, number>> => {
  const days = await countBy(readSketches(store, app, { ...asked, of: 'channels' }), () => '');
  return new Map([...(days ?? [])].map(([day, own]) => [day, own.get('') ?? 0]));
};

/** Clients by day and what a version's row is named by; nothing where that is too much to read. */
export const countClientsByVersion = async (
  store: Sketches,
  app: string,
  asked: FleetFilter & { nameOf: (sketch: Pick<FleetSketch, 'channel' | 'version'>) => string },
): Promise<ClientsByDay> =>
  (await countBy(readSketches(store, app, { ...asked, of: 'versions' }), asked.nameOf)) ?? new Map();

/** The most on one of the days, which cannot be more than sent an id; undefined where nobody did. */
export const peakClients = (
  days: ReadonlyMap<Day, number>,
  { withId }: Pick<FleetCounts, 'withId'>,
): number | undefined => {
  const most = Math.min(withId, Math.max(0, ...days.values()));
  return most === 0 ? undefined : most;
};

/** How many installed copies there are, and the part of the checks that this rests on. */
export interface FleetEstimate {
  clients: number;
  share: number;
}

/** Whether so few ids came with so many checks that they cannot be those of single copies. */
const isIndistinct = ({ withId }: Pick<FleetCounts, 'withId'>, days: Iterable<number>): boolean =>
  [...days].reduce((sum, clients) => sum + clients, 0) < withId / 100;

/** All copies, from how often those check that send an id; undefined where none does, or ids tell nobody apart. */
export const estimateFleet = (
  counts: Pick<FleetCounts, 'checks' | 'withId'>,
  days: ReadonlyMap<Day, number>,
): FleetEstimate | undefined => {
  const clients = peakClients(days, counts);
  if (clients === undefined || isIndistinct(counts, days.values())) return undefined;
  const share = counts.withId / counts.checks;
  return { clients: Math.round(clients / share), share };
};

/** Warns where many checks share few ids. */
export const sharedIdWarnings = (
  counts: Pick<FleetCounts, 'withId'>,
  days: ReadonlyMap<Day, number>,
): Warning[] => {
  if (days.size === 0 || !isIndistinct(counts, days.values())) return [];
  const [checks, clients] = [counts.withId, peakClients(days, counts) ?? 0].map((n) =>
    n.toLocaleString('en'),
  );
  const detail = `${checks} checks sent an id, and on no day more than ${clients} different ones: is the id built into the app? All who share one are in a rollout together, or out. Let each installation make its own.`;
  return [{ code: 'ids-not-distinct', detail }];
};
