import { type Actor, actionOriginOf, actorName } from './model/actor.ts';
import type { App } from './model/app.ts';
import { requireFound, unauthorized } from './model/errors.ts';
import type { Event } from './model/event.ts';
import type { Instant } from './model/instant.ts';
import { adminKeySetting, isLiveKey } from './model/key.ts';
import { requirePublisher } from './model/permissions.ts';
import type { Clock } from './ports/clock.ts';
import type { Keys } from './ports/keys.ts';
import type { Sessions } from './ports/sessions.ts';
import type { Settings } from './ports/settings.ts';
import type { Transaction, Transactions } from './ports/store.ts';

/**
 * Refuses a credential that was revoked, replaced, expired or signed out since the request began. A body may take a
 * minute to arrive, and a publish runs as long as its bytes take: by then the key may be in the wrong hands.
 */
export const requireLiveCredential = async (
  tx: Keys & Settings & Sessions,
  actor: Actor,
  at: Instant,
): Promise<void> => {
  if (actor.kind === 'service' || actor.kind === 'publisher') return;
  const { session } = actor;
  if (session !== undefined && (session.expiresAt <= at || !(await tx.findSession(session.idHash))))
    throw unauthorized();
  if (actor.kind === 'admin') {
    const { storedHash } = actor;
    if (storedHash !== undefined && (await tx.findSetting(adminKeySetting)) !== storedHash)
      throw unauthorized();
    return;
  }
  const key = await tx.findKey(actor.keyId);
  if (key === undefined || !isLiveKey(key, at)) throw unauthorized();
};

/** What a change of an app works with: one transaction that holds the state and its event. */
export interface AppTransaction {
  tx: Transaction;
  app: App;
  at: Instant;
  /** Writes down what happened, in this transaction. */
  record(event: Event): Promise<void>;
  /** Says that the public will see this change; gives its place in the order of changes. */
  announce(): Promise<number>;
}

export interface UnitOfWork {
  /** Runs a change of one app: its changes happen one after the other, and it is seen on this node when it resolves. */
  runChange<T>(slug: string, actor: Actor, change: (change: AppTransaction) => Promise<T>): Promise<T>;
  /** Runs the change that makes an app. Throws Conflict when its slug or public slug is taken. */
  runCreation<T>(app: App, actor: Actor, change: (change: AppTransaction) => Promise<T>): Promise<T>;
}
export type InTransaction = UnitOfWork['runChange'];

/** The app, unless it is another that has taken the slug of the actor's own since its key was looked at. */
const ownApp = (app: App | undefined, actor: Actor): App => {
  const isOther = actor.kind === 'key' && actor.appId !== app?.id;
  return requireFound(isOther ? undefined : app, 'app');
};

export const createUnitOfWork = (needs: {
  store: Transactions;
  clock: Clock;
  /** Resolves when what this node shows the public has caught up with what was announced. */
  settled: () => Promise<void>;
}): UnitOfWork => {
  const { store, clock, settled } = needs;

  const run = async <T>(
    begin: (tx: Transaction) => Promise<App>,
    actor: Actor,
    change: (change: AppTransaction) => Promise<T>,
  ): Promise<T> => {
    let isAnnounced = false;
    const result = await store.transaction(async (tx) => {
      const app = await begin(tx);
      const at = clock.now();
      // Under the app's lock, which whoever revokes a key holds, too: what is revoked changes nothing more.
      await requireLiveCredential(tx, actor, at);
      return change({
        tx,
        app,
        at,
        record: async (event) => {
          requirePublisher(actor, app, event.action);
          const who = { actor: actorName(actor), through: actionOriginOf(actor) };
          await tx.recordEvent({ ...event, app: app.slug, appId: app.id, at, ...who });
        },
        announce: () => {
          isAnnounced = true;
          return tx.raiseGeneration(app.slug);
        },
      });
    });
    if (isAnnounced) await settled();
    return result;
  };

  return {
    runChange: (slug, actor, change) =>
      run(async (tx) => ownApp(await tx.lockApp(slug), actor), actor, change),
    runCreation: (app, actor, change) =>
      run(
        async (tx) => {
          await tx.insertApp(app);
          return app;
        },
        actor,
        change,
      ),
  };
};
