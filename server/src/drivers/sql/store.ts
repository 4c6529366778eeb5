import { type Kysely, sql } from 'kysely';
import type { Store, StoreReads, Transaction } from '../../domain/ports/store.ts';
import { appReads, appWrites } from './apps/apps.ts';
import { channelReads, channelWrites } from './apps/channels.ts';
import { signingKeyReads, signingKeyWrites } from './apps/signing-keys.ts';
import { auditReads, auditWrites } from './audit.ts';
import { keyReads, keyWrites, touchKeys } from './auth/keys.ts';
import { deleteEndedSessions, sessionReads, sessionWrites, touchSessions } from './auth/sessions.ts';
import {
  deleteExpiredExchangedKeys,
  deleteUsedTokens,
  trustedPublisherReads,
  trustedPublisherWrites,
} from './auth/trusted-publishers.ts';
import { type ChangeFeed, listGenerations, raiseGeneration } from './change-counter.ts';
import { deleteOldFleetRows, fleetReads } from './fleet/fleet.ts';
import { listUnmergedSketches, mergeNodeSketches, sketchReads } from './fleet/sketches.ts';
import { artifactWithReleaseReads } from './releases/artifact-with-release.ts';
import { artifactReads, artifactWrites } from './releases/artifacts.ts';
import { releaseWrites } from './releases/publications.ts';
import { releaseReads } from './releases/releases.ts';
import { reportReads, reportWrites } from './rollouts/client-reports.ts';
import { evidenceReads, evidenceWrites } from './rollouts/evidence.ts';
import { deleteOldNetworks } from './rollouts/expire-networks.ts';
import { addFleetBatch } from './rollouts/hours.ts';
import { rolloutReads, rolloutWrites } from './rollouts/rollouts.ts';
import type { Engine, Tables } from './schema.ts';
import { settingReads, settingWrites } from './settings.ts';
import { partialUsageReads, partialUsageWrites } from './usage/partial-usage.ts';
import { usageReads } from './usage/usage.ts';
import { addUsageBatch, deleteIdleNodes } from './usage/usage-counts.ts';

const createReads = (db: Kysely<Tables>, engine: Engine): StoreReads => ({
  ...appReads(db),
  ...channelReads(db),
  ...keyReads(db),
  ...trustedPublisherReads(db),
  ...signingKeyReads(db),
  ...sessionReads(db),
  ...releaseReads(db, engine),
  ...artifactWithReleaseReads(db, engine),
  ...rolloutReads(db, engine),
  ...evidenceReads(db),
  ...reportReads(db),
  ...artifactReads(db),
  ...usageReads(db),
  ...partialUsageReads(db),
  ...fleetReads(db),
  ...sketchReads(db),
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
  ...trustedPublisherWrites(db),
  ...signingKeyWrites(db),
  ...sessionWrites(db),
  ...releaseWrites(db),
  ...artifactWrites(db),
  ...rolloutWrites(db),
  ...evidenceWrites(db),
  ...reportWrites(db),
  ...partialUsageWrites(db),
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
  /** An extra step before a transaction with public changes commits. */
  announce?: (db: Kysely<Tables>) => Promise<void>;
  close(): Promise<void>;
}

/** Counts the writer's running transactions: one that has begun proves that the database is writable. */
const createWriting = (writer: Kysely<Tables>) => {
  let begun = 0;
  return {
    hasBegun: () => begun > 0,
    run: <T>(change: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
      writer.transaction().execute(async (db) => {
        begun += 1;
        try {
          return await change(db);
        } finally {
          begun -= 1;
        }
      }),
  };
};

const measure = async (db: Kysely<Tables>, engine: Engine): Promise<number> => {
  const query =
    engine === 'sqlite'
      ? sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await query.execute(db);
  return Number(rows[0]?.bytes ?? 0);
};

/** The store over a migrated database, shared by both engines. Engines translate errors into the port's terms. */
export const createSqlStore = ({ engine, reader, writer, feed, announce, close }: SqlStoreParts): Store => {
  const writing = createWriting(writer);
  return {
    ...createReads(reader, engine),

    transaction: async (change) => {
      const raised = new Map<string, number>();
      const result = await writing.run(async (db) => {
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

    addUsage: (batch) => writing.run((db) => addUsageBatch(db, engine, batch)),
    addFleet: (batch) => writing.run((db) => addFleetBatch(db, engine, batch)),
    mergeSketches: async () => {
      for await (const place of listUnmergedSketches(reader))
        await writing.run((db) => mergeNodeSketches(db, engine, place));
    },
    deleteNetworks: (before, most) => deleteOldNetworks({ reader, write: writing.run }, before, most),
    deleteFleetBefore: (before) => writing.run((db) => deleteOldFleetRows(db, before)),
    touchKeys: (lastUsed) => writing.run((db) => touchKeys(db, lastUsed)),
    touchSessions: (lastUsed) => writing.run((db) => touchSessions(db, lastUsed)),
    deleteExpiredSessions: (now) => writing.run((db) => deleteEndedSessions(db, now)),
    deleteExpiredTokens: (before) => writing.run((db) => deleteUsedTokens(db, before)),
    deleteExpiredExchangedKeys: (before) => writing.run((db) => deleteExpiredExchangedKeys(db, before)),
    deleteIdleNodes: (before) => writing.run((db) => deleteIdleNodes(db, before)),
    watch: feed.watch,
    catchUp: feed.catchUp,
    hasNotified: feed.hasNotified,
    listGenerations: (apps) => listGenerations(reader, apps),
    ping: async () => {
      // A read-only database is not ready. The check must not wait behind a running change on this node.
      if (writing.hasBegun()) await sql`select 1`.execute(reader);
      else await writing.run((db) => sql`select 1`.execute(db));
    },
    sizeBytes: () => measure(reader, engine),
    close,
  };
};
