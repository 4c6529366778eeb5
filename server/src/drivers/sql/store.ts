import { type Kysely, sql } from 'kysely';
import type { Reads, Store, Transaction } from '../../domain/ports/store.ts';
import { appReads, appWrites } from './apps.ts';
import { artifactReads, artifactWrites } from './artifacts.ts';
import { auditReads, auditWrites } from './audit.ts';
import { type ChangeFeed, listGenerations, raiseGeneration } from './changes.ts';
import { channelReads, channelWrites } from './channels.ts';
import { keyReads, keyWrites, touchKeys } from './keys.ts';
import { placedReads } from './placed.ts';
import { releaseWrites } from './publications.ts';
import { releaseReads } from './releases.ts';
import type { Engine, Tables } from './schema.ts';
import { settingReads, settingWrites } from './settings.ts';
import { addUsage, forgetNodes, usageReads } from './usage.ts';

const createReads = (db: Kysely<Tables>, engine: Engine): Reads => ({
  ...appReads(db),
  ...channelReads(db),
  ...keyReads(db),
  ...releaseReads(db, engine),
  ...placedReads(db, engine),
  ...artifactReads(db),
  ...usageReads(db),
  ...auditReads(db),
  ...settingReads(db),
});

const createTransaction = (
  db: Kysely<Tables>,
  engine: Engine,
  raise: Transaction['raiseGeneration'],
): Transaction => ({
  ...createReads(db, engine),
  ...appWrites(db, engine),
  ...channelWrites(db),
  ...keyWrites(db),
  ...releaseWrites(db),
  ...artifactWrites(db),
  ...auditWrites(db),
  ...settingWrites(db),
  raiseGeneration: raise,
});

export interface SqlStoreParts {
  engine: Engine;
  /** Reads outside transactions; may be the writer. */
  reader: Kysely<Tables>;
  writer: Kysely<Tables>;
  feed: ChangeFeed;
  /** What else a transaction that changes something public does before it commits. */
  announce?: (db: Kysely<Tables>) => Promise<void>;
  close(): Promise<void>;
}

/** The store over a migrated database, the same for every engine. Engines bring errors into the port's terms. */
export const createSqlStore = ({ engine, reader, writer, feed, announce, close }: SqlStoreParts): Store => ({
  ...createReads(reader, engine),

  transaction: async (change) => {
    const raised = new Map<string, number>();
    const result = await writer.transaction().execute(async (db) => {
      const raise = async (app: string) => {
        const generation = await raiseGeneration(db, app);
        raised.set(app, generation);
        return generation;
      };
      const done = await change(createTransaction(db, engine, raise));
      if (raised.size > 0) await announce?.(db);
      return done;
    });
    feed.committed(raised);
    return result;
  },

  addUsage: (batch) => writer.transaction().execute((db) => addUsage(db, batch)),
  touchKeys: (lastUsed) => writer.transaction().execute((db) => touchKeys(db, lastUsed)),
  forgetNodes: (before) => writer.transaction().execute((db) => forgetNodes(db, before)),
  watch: feed.watch,
  catchUp: feed.catchUp,
  hasTold: feed.hasTold,
  listGenerations: (apps) => listGenerations(reader, apps),
  ping: async () => {
    // The writer: a database that takes no changes is not ready.
    await writer.transaction().execute((db) => sql`select 1`.execute(db));
  },
  close,
});
