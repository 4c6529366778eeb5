import type { Kysely } from 'kysely';
import type { Channel } from '../../../domain/model/channel.ts';
import type { ChannelChanges, Channels } from '../../../domain/ports/channels.ts';
import { prepareStatement } from '../prepare.ts';
import type { Row, Tables } from '../schema.ts';

const channelOf = (row: Row<'channels'>): Channel => ({
  app: row.app,
  name: row.name,
  active: row.active === 1,
  alsoOffers: row.also_offers ?? undefined,
  createdAt: row.created_at,
});

const named = prepareStatement((db, { app, name }: { app: string; name: string }) =>
  db.selectFrom('channels').selectAll().where('app', '=', app).where('name', '=', name),
);

const ofApp = prepareStatement((db, { app }: { app: string }) =>
  db.selectFrom('channels').selectAll().where('app', '=', app).orderBy('name'),
);

export const channelReads = (db: Kysely<Tables>): Channels => ({
  findChannel: async (app, name) => {
    const [row] = (await named(db, { app, name })).rows;
    return row === undefined ? undefined : channelOf(row);
  },

  listChannels: async (app) => (await ofApp(db, { app })).rows.map(channelOf),
});

export const channelWrites = (db: Kysely<Tables>): ChannelChanges => ({
  insertChannel: async ({ app, name, active, alsoOffers, createdAt }) => {
    const settings = { active: Number(active), also_offers: alsoOffers ?? null };
    await db
      .insertInto('channels')
      .values({ app, name, ...settings, created_at: createdAt })
      .execute();
  },

  updateChannel: async ({ app, name, active, alsoOffers }) => {
    await db
      .updateTable('channels')
      .set({ active: Number(active), also_offers: alsoOffers ?? null })
      .where('app', '=', app)
      .where('name', '=', name)
      .execute();
  },
});
