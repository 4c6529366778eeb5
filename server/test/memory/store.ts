import { Refusal } from '../../src/domain/model/errors.ts';
import type { Store, Transaction } from '../../src/domain/ports/store.ts';
import { addFleet, forgetFleet } from './store-fleet.ts';
import { forgetNetworks } from './store-networks.ts';
import { createMemoryReads } from './store-reads.ts';
import { forgetSessions, touchSessions } from './store-sessions.ts';
import { foldSketches } from './store-sketches.ts';
import { copyState, emptyState, type State } from './store-state.ts';
import { forgetExchangedKeys, forgetTokens } from './store-trust.ts';
import { addUsage } from './store-usage.ts';
import { createMemoryWrites, forgetNodes, touchKeys } from './store-writes.ts';

/** Makes every call fail after the first failure, like a database transaction. */
const failOnce = (transaction: Transaction): { tx: Transaction; hasFailed: () => boolean } => {
  let failed = false;
  const guard =
    (run: (...args: unknown[]) => Promise<unknown>) =>
    async (...args: unknown[]) => {
      if (failed) throw new Error('a statement of this transaction failed: it can only be rolled back');
      try {
        return await run(...args);
      } catch (error) {
        failed = true;
        throw error;
      }
    };
  const guarded = Object.entries(transaction).map(([name, run]) => [name, guard(run)]);
  return { tx: Object.fromEntries(guarded) as Transaction, hasFailed: () => failed };
};

/** An in-memory store for tests. A transaction works on a copy. */
export const createMemoryStore = (): Store => {
  const watchers: Parameters<Store['watch']>[0][] = [];
  let state = emptyState();
  let tail: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const result = tail.then(() => {
      if (isClosed) throw new Refusal('database-unavailable', 'The database is closed.');
      return run();
    });
    tail = result.catch(() => undefined);
    return result;
  };
  const write = <T>(change: (draft: State) => T): Promise<T> =>
    inTurn(async () => {
      const draft = copyState(state);
      const result = change(draft);
      state = draft;
      return result;
    });

  return {
    ...createMemoryReads(() => state),

    transaction: (change) =>
      inTurn(async () => {
        const draft = copyState(state);
        const raised = new Set<string>();
        const { tx, hasFailed } = failOnce({
          ...createMemoryReads(() => draft),
          ...createMemoryWrites(draft),
          raiseGeneration: async (app) => {
            raised.add(app);
            draft.generation += 1;
            draft.generations.set(app, draft.generation);
            return draft.generation;
          },
        });
        const result = await change(tx);
        if (hasFailed()) throw new Error('a transaction in which a statement failed was not rolled back');
        state = draft;
        if (raised.size > 0) for (const watcher of watchers) watcher([...raised]);
        return result;
      }),

    addUsage: (batch) => write((draft) => addUsage(draft, batch)),
    addFleet: (batch) => write((draft) => addFleet(draft, batch)),
    mergeSketches: () => write(foldSketches),
    deleteNetworks: (before, most) => write((draft) => forgetNetworks(draft, before, most)),
    deleteFleetBefore: (before) => write((draft) => forgetFleet(draft, before)),
    touchKeys: (lastUsed) => write((draft) => touchKeys(draft, lastUsed)),
    touchSessions: (lastUsed) => write((draft) => touchSessions(draft, lastUsed)),
    deleteExpiredSessions: (now) => write((draft) => forgetSessions(draft, now)),
    deleteExpiredTokens: (before) => write((draft) => forgetTokens(draft, before)),
    deleteExpiredExchangedKeys: (before) => write((draft) => forgetExchangedKeys(draft, before)),
    deleteIdleNodes: (before) => write((draft) => forgetNodes(draft, before)),
    watch: (onChange) => {
      watchers.push(onChange);
    },
    catchUp: async () => undefined,
    hasNotified: (_app, generation) => generation <= state.generation,
    listGenerations: async (apps) =>
      new Map(
        apps.flatMap((app) => (state.generations.has(app) ? [[app, state.generations.get(app) ?? 0]] : [])),
      ),
    ping: async () => undefined,
    sizeBytes: async () => 0,
    close: async () => {
      await tail;
      isClosed = true;
    },
  };
};
