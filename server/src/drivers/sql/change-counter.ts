import type { Kysely } from 'kysely';
import type { Store } from '../../domain/ports/store.ts';
import { prepareStatement } from './prepare.ts';
import type { Tables } from './schema.ts';

/*
 * How one node learns what another changed. A single counter orders all changes: whoever raises it holds its row
 * until the commit, so that a generation is visible only together with all before it, and "what came after the
 * last one I saw" misses nothing. Engines only prompt `catchUp`; what changed is always read from the counters.
 */

const raised = prepareStatement((db) =>
  db
    .updateTable('generation')
    .set((row) => ({ value: row('value', '+', 1) }))
    .returning('value'),
);

const changedAt = prepareStatement((db, { app, generation }: { app: string; generation: number }) =>
  db
    .insertInto('changes')
    .values({ app, generation })
    .onConflict((conflict) => conflict.column('app').doUpdateSet({ generation })),
);

const lastChanges = prepareStatement((db, { apps }: { apps: readonly string[] }) =>
  db.selectFrom('changes').selectAll().where('app', 'in', apps),
);

/** Takes the next place in the order of changes for an app. */
export const raiseGeneration = async (db: Kysely<Tables>, app: string): Promise<number> => {
  const [row] = (await raised(db, {})).rows;
  if (row === undefined) throw new Error('the counter of changes is gone');
  await changedAt(db, { app, generation: row.value });
  return row.value;
};

/** The generation of each app's last change. */
export const listGenerations = async (
  db: Kysely<Tables>,
  apps: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (apps.length === 0) return new Map();
  const { rows } = await lastChanges(db, { apps });
  return new Map(rows.map(({ app, generation }) => [app, generation]));
};

export interface ChangeFeed extends Pick<Store, 'watch' | 'hasTold'> {
  /** Tells the watchers of a transaction of this node, at once. */
  committed(raised: ReadonlyMap<string, number>): void;
  /** Reads what other nodes changed and tells the watchers. Throws when the database is away. */
  catchUp(): Promise<void>;
}

const currentGeneration = async (db: Kysely<Tables>): Promise<number> =>
  (await db.selectFrom('generation').select('value').executeTakeFirstOrThrow()).value;

/** A feed that starts at the present: what is read through this node later is as new or newer. */
export const openChangeFeed = async (db: Kysely<Tables>): Promise<ChangeFeed> => {
  const watchers: Parameters<Store['watch']>[0][] = [];
  const tell = (apps: readonly string[] | undefined) => {
    for (const watcher of watchers) watcher(apps);
  };
  /** Everything up to here has been told. */
  let seen = await currentGeneration(db);
  /** What this node told of itself ahead of that. */
  const own = new Map<string, number>();

  const readOn = async () => {
    const current = await currentGeneration(db);
    if (current === seen) return;
    if (current < seen) {
      // The database was put back to an earlier time: nothing that was read from it can be trusted.
      seen = current;
      own.clear();
      return tell(undefined);
    }
    const query = db.selectFrom('changes').selectAll().where('generation', '>', seen);
    const rows = await query.orderBy('generation').execute();
    const changed = rows.filter((row) => own.get(row.app) !== row.generation).map((row) => row.app);
    seen = rows.at(-1)?.generation ?? current;
    for (const [app, generation] of own) if (generation <= seen) own.delete(app);
    if (changed.length > 0) tell(changed);
  };

  let running = Promise.resolve();
  let queued: Promise<void> | undefined;
  return {
    watch: (onChange) => {
      watchers.push(onChange);
    },

    committed: (raised) => {
      const changed = [...raised].filter(([, generation]) => generation > seen);
      for (const [app, generation] of changed) own.set(app, generation);
      if (changed.length > 0) tell(changed.map(([app]) => app));
    },

    hasTold: (app, generation) => generation <= Math.max(seen, own.get(app) ?? 0),

    // One read at a time. Who asks during one gets the next, which begins after the question.
    catchUp: () => {
      queued ??= running
        .catch(() => undefined)
        .then(() => {
          queued = undefined;
          running = readOn();
          return running;
        });
      return queued;
    },
  };
};
