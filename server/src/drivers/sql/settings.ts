import { type Kysely, sql } from 'kysely';
import type { SettingChanges, Settings } from '../../domain/ports/settings.ts';
import type { Tables } from './schema.ts';

export const settingReads = (db: Kysely<Tables>): Settings => ({
  findSetting: async (name) =>
    (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value,
});

export const settingWrites = (db: Kysely<Tables>): SettingChanges => ({
  claimSetting: async (name, value) => {
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const query = db.selectFrom('settings').select('value').where('name', '=', name);
    return (await query.executeTakeFirstOrThrow()).value;
  },

  replaceSetting: async (name, value) => {
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  },

  raiseSetting: async (name, value) => {
    await db
      .insertInto('settings')
      .values({ name, value: String(value) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value: String(value) })
          .where(sql<number>`cast(settings.value as integer)`, '<', value),
      )
      .execute();
  },

  deleteSettings: async (prefix, before) => {
    await db
      .deleteFrom('settings')
      .where('name', '>=', prefix)
      .where('name', '<', prefix + before)
      .execute();
  },
});
