import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bounds } from '../../../domain/model/bounds.ts';
import type { ReleaseWithArtifacts } from '../../../domain/model/release.ts';
import { jsonArray, jsonRow, readJson } from '../json.ts';
import { prepareStatement } from '../prepare.ts';
import { rolloutColumns, rolloutOf } from '../rollouts/rollout-rows.ts';
import type { Engine, Row, Tables } from '../schema.ts';
import { artifactColumns, artifactOf } from './artifact-rows.ts';
import { releaseOf } from './release-rows.ts';

/*
 * Releases, each with its artifacts as of the same moment. A hundred of them may be a few kilobytes or a gigabyte: what
 * reads several says how many bytes it wants, and the database weighs them before it hands any out.
 */

export type ReleaseWithArtifactsRow = Row<'releases'> & { artifacts: string | null; rollout: string | null };

const rolloutMember = (value: string | null): Pick<ReleaseWithArtifacts, 'rollout'> => {
  const row = readJson<Row<'rollouts'> | null>(value);
  return row === null ? {} : { rollout: rolloutOf(row) };
};

/** A release out of its row, those of its artifacts, and that of its rollout. */
export const releaseWithArtifactsOf = (row: ReleaseWithArtifactsRow): ReleaseWithArtifacts => ({
  ...releaseOf(row),
  ...rolloutMember(row.rollout),
  artifacts: (readJson<Row<'artifacts'>[] | null>(row.artifacts) ?? [])
    .map(artifactOf)
    .sort((a, b) => (a.target < b.target ? -1 : 1)),
});

/** Selects whole releases. */
export const selectReleasesWithArtifacts = (db: Kysely<Tables>, engine: Engine) => {
  const artifacts = jsonArray(engine, jsonRow(engine, 'artifacts', artifactColumns));
  const rollout = jsonRow(engine, 'rollouts', rolloutColumns);
  const from = (row: RawBuilder<string | null>, table: string) =>
    sql<string | null>`(select ${row} from ${sql.table(table)} where release_id = releases.id)`;
  return db
    .selectFrom('releases')
    .selectAll('releases')
    .select([from(artifacts, 'artifacts').as('artifacts'), from(rollout, 'rollouts').as('rollout')]);
};

/** What a row takes beside its notes, its signature and its facts. */
const rowBytes = sql.lit(600);

const weight = sql<
  number | string
>`octet_length(notes) + coalesce(octet_length(policy), 0) + coalesce(octet_length(published_via), 0) + ${rowBytes} + coalesce((
  select sum(${rowBytes} + coalesce(octet_length(signature), 0) + coalesce(octet_length(facts), 0)) from artifacts where release_id = releases.id), 0)`;

/** A release by its place in lists and by what it takes. */
export interface ReleaseSize {
  id: string;
  position: number;
  weight: number | string;
}

/** Selects releases without what makes them heavy. */
export const selectReleaseSizes = (db: Kysely<Tables>) =>
  db.selectFrom('releases').select(['id', 'position']).select(weight.as('weight'));

/** The first ones, up to so many bytes; at least one. */
export const takeWithinBytes = (weighed: readonly ReleaseSize[], bytes: number): ReleaseSize[] => {
  let before = 0;
  return weighed.filter((one) => {
    const isWithin = before < bytes;
    before += Number(one.weight);
    return isWithin;
  });
};

const idsPerStatement = 100;
const heavyBytes = 256 * 1024;

/** Runs of so many bytes each: what one statement hands over keeps the main thread busy for no longer. */
const runsOf = (weighed: readonly ReleaseSize[]): ReleaseSize[][] => {
  const runs: ReleaseSize[][] = [];
  for (let rest = weighed; rest.length > 0; rest = rest.slice(runs.at(-1)?.length))
    runs.push(takeWithinBytes(rest.slice(0, idsPerStatement), bounds.readBytes));
  return runs;
};

const byIds = (engine: Engine) =>
  prepareStatement((db, { ids, state }: { ids: readonly string[]; state: 'published' | undefined }) => {
    const query = selectReleasesWithArtifacts(db, engine).where('id', 'in', ids);
    return state === undefined ? query : query.where('state', '=', state);
  });
const wholeByIds = { sqlite: byIds('sqlite'), postgres: byIds('postgres') };

/** Reads these whole, in their order; those that are gone by now, or no longer in the state, are left out. */
export const readReleasesWithArtifacts = async (
  { db, engine }: { db: Kysely<Tables>; engine: Engine },
  weighed: readonly ReleaseSize[],
  state?: 'published',
): Promise<ReleaseWithArtifacts[]> => {
  const found = new Map<string, ReleaseWithArtifacts>();
  for (const run of runsOf(weighed)) {
    const ids = run.map(({ id }) => id);
    const { rows } = await wholeByIds[engine](db, { ids, state });
    for (const row of rows) found.set(row.id, releaseWithArtifactsOf(row));
    // What is made of them next is done after others had their turn.
    if (run.some(({ weight }) => Number(weight) > heavyBytes)) await setImmediate();
  }
  return weighed.flatMap(({ id }) => found.get(id) ?? []);
};
