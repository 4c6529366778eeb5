import { type Kysely, sql } from 'kysely';
import { createSketch, mergeSketch } from '../../../domain/fleet/counters/hyperloglog.ts';
import { bounds } from '../../../domain/model/bounds.ts';
import { everyVersion, type FleetBatch, type FleetSketch } from '../../../domain/model/fleet.ts';
import type { Fleet, NodeSketch } from '../../../domain/ports/fleet.ts';
import type { Engine, Row, Tables } from '../schema.ts';
import { decodeSketch, encodeSketch } from './encode-sketch.ts';

/*
 * Each node writes its own rows, so no node waits for another; reads merge them. A later merge moves them into the row
 * without a node. HyperLogLog registers only grow, so merging is idempotent.
 */

/** Sketches are kilobytes each, so a statement takes fewer of them than of counts. */
const rowsPerStatement = 100;

type SketchRow = Row<'fleet_sketches'>;

const sketchOf = ({ registers, ...row }: SketchRow): NodeSketch => ({
  ...row,
  registers: decodeSketch(registers),
});

export const sketchReads = (db: Kysely<Tables>): Pick<Fleet, 'listSketches'> => ({
  listSketches: async (app, { from, to, channel, of, after }) => {
    const later =
      after &&
      sql<boolean>`(day, channel, version, node) > (${after.day}, ${after.channel}, ${after.version}, ${after.node})`;
    const rows = await db
      .selectFrom('fleet_sketches')
      .selectAll()
      .where('app', '=', app)
      .where('day', '>=', after?.day ?? from)
      .where('day', '<=', to)
      .where('version', of === 'channels' ? '=' : '!=', everyVersion)
      .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
      .$if(later !== undefined, (query) => query.where(later ?? sql<boolean>`true`))
      .orderBy('day')
      .orderBy('channel')
      .orderBy('version')
      .orderBy('node')
      .limit(bounds.sketchesAtATime)
      .execute();
    return rows.map(sketchOf);
  },
});

const nameOf = ({ app, day, channel, version }: Omit<FleetSketch, 'registers'>): string =>
  [app, day, channel, version].join('\n');

const findOwn = async (
  db: Kysely<Tables>,
  node: string,
  sketches: readonly FleetSketch[],
): Promise<Map<string, Uint8Array>> => {
  const names = sketches.map(
    ({ app, day, channel, version }) => sql`(${app}, ${day}, ${channel}, ${version}, ${node})`,
  );
  const { rows } = await sql<SketchRow>`select * from fleet_sketches
    where (app, day, channel, version, node) in (values ${sql.join(names)})`.execute(db);
  return new Map(rows.map((row) => [nameOf(row), decodeSketch(row.registers)]));
};

const putRows = async (db: Kysely<Tables>, rows: readonly SketchRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await db
    .insertInto('fleet_sketches')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['app', 'day', 'channel', 'version', 'node'])
        .doUpdateSet((row) => ({ registers: row.ref('excluded.registers') })),
    )
    .execute();
};

/** Merges sketches into this node's earlier ones. Run it in a transaction. */
export const addSketches = async (
  db: Kysely<Tables>,
  { node, sketches }: Pick<FleetBatch, 'node' | 'sketches'>,
): Promise<void> => {
  for (let i = 0; i < sketches.length; i += rowsPerStatement) {
    const some = sketches.slice(i, i + rowsPerStatement);
    const own = await findOwn(db, node, some);
    const rows = some.flatMap((sketch) => {
      const { registers, ...row } = sketch;
      const merged = own.get(nameOf(sketch)) ?? createSketch();
      return mergeSketch(merged, registers) ? [{ ...row, node, registers: encodeSketch(merged) }] : [];
    });
    await putRows(db, rows);
  }
};

type SketchScope = Pick<FleetSketch, 'app' | 'day' | 'channel'>;

/** Channels and days that still have per-node rows. */
export const listUnmergedSketches = async function* (db: Kysely<Tables>): AsyncGenerator<SketchScope> {
  let after: SketchScope | undefined = { app: '', day: '', channel: '' };
  while (after !== undefined) {
    const { rows }: { rows: SketchScope[] } =
      await sql<SketchScope>`select distinct app, day, channel from fleet_sketches
      where node <> '' and (app, day, channel) > (${after.app}, ${after.day}, ${after.channel})
      order by app, day, channel limit 500`.execute(db);
    yield* rows;
    after = rows.at(-1);
  }
};

const foldVersion = async (
  db: Kysely<Tables>,
  engine: Engine,
  { app, day, channel, version }: SketchScope & { version: string },
): Promise<void> => {
  const rows = await db
    .selectFrom('fleet_sketches')
    .selectAll()
    .where('app', '=', app)
    .where('day', '=', day)
    .where('channel', '=', channel)
    .where('version', '=', version)
    .orderBy('node')
    // Locks the nodes' rows so that the delete below removes nothing written after this read.
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute();
  const merged = createSketch();
  for (const { registers } of rows) mergeSketch(merged, decodeSketch(registers));
  await putRows(db, [{ app, day, channel, version, node: '', registers: encodeSketch(merged) }]);
  const nodes = rows.flatMap(({ node }) => (node === '' ? [] : [node]));
  for (let i = 0; i < nodes.length; i += rowsPerStatement)
    await db
      .deleteFrom('fleet_sketches')
      .where('app', '=', app)
      .where('day', '=', day)
      .where('channel', '=', channel)
      .where('version', '=', version)
      .where('node', 'in', nodes.slice(i, i + rowsPerStatement))
      .execute();
};

/** Merges per-node rows into one per version. Run it in a transaction. */
export const mergeNodeSketches = async (
  db: Kysely<Tables>,
  engine: Engine,
  place: SketchScope,
): Promise<void> => {
  const { app, day, channel } = place;
  // SQLite has a single writer, which is this transaction. In PostgreSQL another node may merge the same rows.
  if (engine === 'postgres')
    await db.selectFrom('apps').select('slug').where('slug', '=', app).forNoKeyUpdate().execute();
  const { rows } = await sql<{ version: string }>`select distinct version from fleet_sketches
    where app = ${app} and day = ${day} and channel = ${channel} and node <> '' order by version`.execute(db);
  for (const { version } of rows) await foldVersion(db, engine, { ...place, version });
};
