import type { Kysely } from 'kysely';
import type { Reads, Transaction } from '../../domain/ports/store.ts';
import type { Tables } from './schema.ts';

/** The reads of what the service keeps for itself. */
export const settingReads = (db: Kysely<Tables>): Pick<Reads, 'findSetting'> => ({
  findSetting: async (name) =>
    (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value,
});

/** The changes of what the service keeps for itself. */
export const settingWrites = (db: Kysely<Tables>): Pick<Transaction, 'claimSetting' | 'replaceSetting'> => ({
  claimSetting: async (name, value) => {
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const kept = db.selectFrom('settings').select('value').where('name', '=', name);
    return (await kept.executeTakeFirstOrThrow()).value;
  },

  replaceSetting: async (name, value) => {
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  },
});
