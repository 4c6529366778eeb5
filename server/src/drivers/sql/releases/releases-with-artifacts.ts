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
 * Releases with their artifacts, as one snapshot. A hundred of them may be kilobytes or a gigabyte, so callers pass a
 * byte limit and the database computes sizes before it returns any.
 */

export type ReleaseWithArtifactsRow = Row<'releases'> & { artifacts: string | null; rollout: string | null };

const rolloutMember = (value: string | null): Pick<ReleaseWithArtifacts, 'rollout'> => {
  const row = readJson<Row<'rollouts'> | null>(value);
  return row === null ? {} : { rollout: rolloutOf(row) };
};

export const releaseWithArtifactsOf = (row: ReleaseWithArtifactsRow): ReleaseWithArtifacts => ({
  ...releaseOf(row),
  ...rolloutMember(row.rollout),
  artifacts: (readJson<Row<'artifacts'>[] | null>(row.artifacts) ?? [])
    .map(artifactOf)
    .sort((a, b) => (a.target < b.target ? -1 : 1)),
});

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

/** The size of a row without its notes, signature and facts. */
const rowBytes = sql.lit(600);

const weight = sql<
  number | string
>`octet_length(notes) + coalesce(octet_length(policy), 0) + coalesce(octet_length(published_via), 0) + ${rowBytes} + coalesce((
  select sum(${rowBytes} + coalesce(octet_length(signature), 0) + coalesce(octet_length(facts), 0)) from artifacts where release_id = releases.id), 0)`;

/** A release's list position and size. */
export interface ReleaseSize {
  id: string;
  position: number;
  weight: number | string;
}

/** Selects releases without their large columns. */
export const selectReleaseSizes = (db: Kysely<Tables>) =>
  db.selectFrom('releases').select(['id', 'position']).select(weight.as('weight'));

/** The first releases within a byte limit; at least one. */
export const takeWithinBytes = (sizes: readonly ReleaseSize[], bytes: number): ReleaseSize[] => {
  let before = 0;
  return sizes.filter((one) => {
    const isWithin = before < bytes;
    before += Number(one.weight);
    return isWithin;
  });
};

const idsPerStatement = 100;
const heavyBytes = 256 * 1024;

/** Chunks of limited size, so that one statement does not block the main thread for long. */
const runsOf = (sizes: readonly ReleaseSize[]): ReleaseSize[][] => {
  const runs: ReleaseSize[][] = [];
  for (let rest = sizes; rest.length > 0; rest = rest.slice(runs.at(-1)?.length))
    runs.push(takeWithinBytes(rest.slice(0, idsPerStatement), bounds.readBytes));
  return runs;
};

const byIds = (engine: Engine) =>
  prepareStatement((db, { ids, state }: { ids: readonly string[]; state: 'published' | undefined }) => {
    const query = selectReleasesWithArtifacts(db, engine).where('id', 'in', ids);
    return state === undefined ? query : query.where('state', '=', state);
  });
const wholeByIds = { sqlite: byIds('sqlite'), postgres: byIds('postgres') };

/** Reads releases in the given order, without those deleted or changed in state meanwhile. */
export const readReleasesWithArtifacts = async (
  { db, engine }: { db: Kysely<Tables>; engine: Engine },
  sizes: readonly ReleaseSize[],
  state?: 'published',
): Promise<ReleaseWithArtifacts[]> => {
  const found = new Map<string, ReleaseWithArtifacts>();
  for (const run of runsOf(sizes)) {
    const ids = run.map(({ id }) => id);
    const { rows } = await wholeByIds[engine](db, { ids, state });
    for (const row of rows) found.set(row.id, releaseWithArtifactsOf(row));
    // Yields to the event loop before the caller processes a large chunk.
    if (run.some(({ weight }) => Number(weight) > heavyBytes)) await setImmediate();
  }
  return sizes.flatMap(({ id }) => found.get(id) ?? []);
};
