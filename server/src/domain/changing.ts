import type { Actor } from './nouns/actor.ts';
import type { App } from './nouns/app.ts';
import { type AuditAction, auditRow } from './nouns/audit.ts';
import { found } from './nouns/errors.ts';
import type { Instant } from './nouns/instant.ts';
import type { Clock } from './ports/clock.ts';
import type { Store, Transaction } from './ports/store.ts';

/** What a change of an app works with: one transaction that holds the state and its audit row. */
export interface Change {
  tx: Transaction;
  app: App;
  at: Instant;
  audit(action: AuditAction, subject: string, detail?: Record<string, unknown>): Promise<void>;
  /** Says that the public will see this change; gives its place in the order of changes. */
  announce(): Promise<number>;
}

/** Runs a change of one app: its changes happen one after the other, and it is seen on this node when it resolves. */
export type RunChange = <T>(slug: string, actor: Actor, change: (change: Change) => Promise<T>) => Promise<T>;

export const createRunChange = (needs: {
  store: Store;
  clock: Clock;
  /** Resolves when what this node shows the public has caught up with what was announced. */
  settled: () => Promise<void>;
}): RunChange => {
  const { store, clock, settled } = needs;
  return async (slug, actor, change) => {
    let isAnnounced = false;
    const result = await store.transaction(async (tx) => {
      const app = found(await tx.lockApp(slug), 'app');
      const at = clock.now();
      return change({
        tx,
        app,
        at,
        audit: (action, subject, detail) =>
          tx.insertAudit(
            auditRow({ app: slug, at, actor }, action, detail ? { of: subject, detail } : { of: subject }),
          ),
        announce: () => {
          isAnnounced = true;
          return tx.raiseGeneration(slug);
        },
      });
    });
    if (isAnnounced) await settled();
    return result;
  };
};
