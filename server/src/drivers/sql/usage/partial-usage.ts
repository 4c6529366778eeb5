import type { Kysely } from 'kysely';
import type { Usage, UsageChanges } from '../../../domain/ports/usage.ts';
import type { Tables } from '../schema.ts';

export const partialUsageReads = (db: Kysely<Tables>): Pick<Usage, 'listPartialDays'> => ({
  listPartialDays: async (app, { from, to }) => {
    const rows = await db
      .selectFrom('usage_partial')
      .select(['from_day', 'to_day'])
      .where('app', '=', app)
      .where('from_day', '<=', to)
      .where((is) => is.or([is('to_day', 'is', null), is('to_day', '>=', from)]))
      .orderBy('from_day')
      .execute();
    return rows.map((row) => ({ from: row.from_day, to: row.to_day ?? undefined }));
  },
});

/** Run these in a transaction. */
export const partialUsageWrites = (db: Kysely<Tables>): UsageChanges => ({
  beginPartialDays: async (app, day) => {
    const open = db.selectFrom('usage_partial').select('app').where('app', '=', app);
    if ((await open.where('to_day', 'is', null).executeTakeFirst()) !== undefined) return;
    await db
      .insertInto('usage_partial')
      .values({ app, from_day: day, to_day: null })
      .onConflict((conflict) => conflict.columns(['app', 'from_day']).doUpdateSet({ to_day: null }))
      .execute();
  },

  endPartialDays: async (app, day) => {
    await db
      .updateTable('usage_partial')
      .set({ to_day: day })
      .where('app', '=', app)
      .where('to_day', 'is', null)
      .execute();
  },
});
