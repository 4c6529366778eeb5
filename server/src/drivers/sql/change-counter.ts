import type { Kysely } from 'kysely';
import type { Store } from '../../domain/ports/store.ts';
import { prepareStatement } from './prepare.ts';
import type { Tables } from './schema.ts';

/*
 * Change propagation between nodes. A single counter orders all changes: a transaction that raises it locks its row
 * until the commit, so a generation becomes visible only together with all earlier ones and no reader misses a change.
 * Engines only trigger `catchUp`; the changes themselves are always read from the counters.
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

/** Assigns the next generation to an app. */
export const raiseGeneration = async (db: Kysely<Tables>, app: string): Promise<number> => {
  const [row] = (await raised(db, {})).rows;
  if (row === undefined) throw new Error('the counter of changes is gone');
  await changedAt(db, { app, generation: row.value });
  return row.value;
};

export const listGenerations = async (
  db: Kysely<Tables>,
  apps: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (apps.length === 0) return new Map();
  const { rows } = await lastChanges(db, { apps });
  return new Map(rows.map(({ app, generation }) => [app, generation]));
};

export interface ChangeFeed extends Pick<Store, 'watch' | 'hasNotified'> {
  /** Notifies watchers of a transaction on this node immediately. */
  committed(raised: ReadonlyMap<string, number>): void;
  /** Reads changes of other nodes and notifies watchers. Throws when the database is unavailable. */
  catchUp(): Promise<void>;
}

const currentGeneration = async (db: Kysely<Tables>): Promise<number> =>
  (await db.selectFrom('generation').select('value').executeTakeFirstOrThrow()).value;

/** Starts at the current generation: later reads on this node are at least as new. */
export const openChangeFeed = async (db: Kysely<Tables>): Promise<ChangeFeed> => {
  const watchers: Parameters<Store['watch']>[0][] = [];
  const notify = (apps: readonly string[] | undefined) => {
    for (const watcher of watchers) watcher(apps);
  };
  /** Watchers were notified of everything up to this generation. */
  let notifiedUpTo = await currentGeneration(db);
  /** Generations of this node that watchers already know beyond `notifiedUpTo`. */
  const own = new Map<string, number>();

  const readOn = async () => {
    const current = await currentGeneration(db);
    if (current === notifiedUpTo) return;
    if (current < notifiedUpTo) {
      // The database was restored to an earlier state, so every cached read is invalid.
      notifiedUpTo = current;
      own.clear();
      return notify(undefined);
    }
    const query = db.selectFrom('changes').selectAll().where('generation', '>', notifiedUpTo);
    const rows = await query.orderBy('generation').execute();
    const changed = rows.filter((row) => own.get(row.app) !== row.generation).map((row) => row.app);
    notifiedUpTo = rows.at(-1)?.generation ?? current;
    for (const [app, generation] of own) if (generation <= notifiedUpTo) own.delete(app);
    if (changed.length > 0) notify(changed);
  };

  let running = Promise.resolve();
  let queued: Promise<void> | undefined;
  return {
    watch: (onChange) => {
      watchers.push(onChange);
    },

    committed: (raised) => {
      const changed = [...raised].filter(([, generation]) => generation > notifiedUpTo);
      for (const [app, generation] of changed) own.set(app, generation);
      if (changed.length > 0) notify(changed.map(([app]) => app));
    },

    hasNotified: (app, generation) => generation <= Math.max(notifiedUpTo, own.get(app) ?? 0),

    // One read at a time. A call during a read waits for the next one, so it sees every change made before the call.
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
