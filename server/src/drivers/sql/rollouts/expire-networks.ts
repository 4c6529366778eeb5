import { type Kysely, sql } from 'kysely';
import type { Instant } from '../../../domain/model/instant.ts';
import type { Tables } from '../schema.ts';

/*
 * A release may have millions of network rows. They are deleted a few thousand at a time in separate transactions, so
 * that locks stay short and no statement times out.
 */

interface Parts {
  reader: Kysely<Tables>;
  write: <T>(change: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;
}

const rowsAtATime = 5000;

/** The next release that has networks, by one primary key lookup. */
const findNext = async (db: Kysely<Tables>, after: string): Promise<string | undefined> => {
  const query = db.selectFrom('rollout_networks').select('release_id').where('release_id', '>', after);
  return (await query.orderBy('release_id').limit(1).executeTakeFirst())?.release_id;
};

/** Whether its networks still count: its rollout is unfinished, or it was published recently. */
const isMeasured = async (db: Kysely<Tables>, id: string, since: Instant): Promise<boolean> => {
  const query = db.selectFrom('releases').select('id').where('id', '=', id);
  const measured = query.where((is) => is.or([is('open_rollout', '=', 1), is('published_at', '>=', since)]));
  return (await measured.executeTakeFirst()) !== undefined;
};

/** Returns the number of deleted rows. */
const removeSome = async (db: Kysely<Tables>, id: string, most: number): Promise<number> => {
  const own = db.selectFrom('rollout_networks').where('release_id', '=', id);
  const ordered = own.select(['target', 'network']).orderBy('target').orderBy('network');
  const last = await ordered
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst();
  let query = db.deleteFrom('rollout_networks').where('release_id', '=', id);
  if (last !== undefined)
    query = query.where(sql<boolean>`(target, network) <= (${last.target}, ${last.network})`);
  return Number((await query.executeTakeFirst()).numDeletedRows);
};

/** Deletes up to a limit of network rows, of old releases whose rollout is finished. */
export const deleteOldNetworks = async (
  { reader, write }: Parts,
  before: Instant,
  most: number,
): Promise<void> => {
  let left = most;
  const forget = async (id: string): Promise<void> => {
    while (left > 0) {
      const size = Math.min(left, rowsAtATime);
      const removed = await write(async (db) =>
        (await isMeasured(db, id, before)) ? 0 : removeSome(db, id, size),
      );
      left -= removed;
      if (removed < size) return;
    }
  };
  let id = await findNext(reader, '');
  while (id !== undefined && left > 0) {
    if (!(await isMeasured(reader, id, before))) await forget(id);
    id = await findNext(reader, id);
  }
};
