import { type Actor, actionOriginOf, actorName } from './model/actor.ts';
import type { App } from './model/app.ts';
import { requireFound, unauthorized } from './model/errors.ts';
import type { Event } from './model/event.ts';
import type { Instant } from './model/instant.ts';
import { adminKeySetting, isLiveKey } from './model/key.ts';
import { requirePublisher } from './model/permissions.ts';
import type { AppChanges } from './ports/apps.ts';
import type { AuditChanges } from './ports/audit.ts';
import type { Clock } from './ports/clock.ts';
import type { Keys } from './ports/keys.ts';
import type { Sessions } from './ports/sessions.ts';
import type { Settings } from './ports/settings.ts';
import type { Transactions } from './ports/transactions.ts';

/**
 * Rejects a credential that was revoked, replaced, expired or signed out during the request. A body may take a minute
 * to arrive and a publish may run for long; by then the key may be compromised.
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

/** One transaction for the state and its audit event. Each verb names the methods of `tx` that it uses. */
export interface AppTransaction<Tx> {
  tx: Tx;
  app: App;
  at: Instant;
  /** Writes the audit event in this transaction. */
  record(event: Event): Promise<void>;
  /** Announces a public change; returns its generation. */
  invalidate(): Promise<number>;
}

type InTransactionOf<Subject, Tx> = <T>(
  subject: Subject,
  actor: Actor,
  change: (change: AppTransaction<Tx>) => Promise<T>,
) => Promise<T>;

/** Changes of one app are serialized. Resolves once this node serves the change. */
export type InTransaction<Tx> = InTransactionOf<string, Tx>;
/** Throws Conflict if the slug or public slug is taken. */
export type InCreationTransaction<Tx> = InTransactionOf<App, Tx>;

type OwnTx = Keys & Settings & Sessions & AuditChanges & Omit<AppChanges, 'updateApp' | 'deleteApp'>;

/** Rejects another app that has taken the slug since the key was checked. */
const ownApp = (app: App | undefined, actor: Actor): App => {
  const isOther = actor.kind === 'key' && actor.appId !== app?.id;
  return requireFound(isOther ? undefined : app, 'app');
};

export const createUnitOfWork = <Tx extends OwnTx>(needs: {
  store: Transactions<Tx>;
  clock: Clock;
  /** Resolves once this node serves everything announced. */
  settled: () => Promise<void>;
}): { inTransaction: InTransaction<Tx>; inCreationTransaction: InCreationTransaction<Tx> } => {
  const { store, clock, settled } = needs;

  const run = async <T>(
    begin: (tx: Tx) => Promise<App>,
    actor: Actor,
    change: (change: AppTransaction<Tx>) => Promise<T>,
  ): Promise<T> => {
    let isAnnounced = false;
    const result = await store.transaction(async (tx) => {
      const app = await begin(tx);
      const at = clock.now();
      // Under the app's lock, which revoking a key takes too, so that a revoked key changes nothing more.
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
        invalidate: () => {
          isAnnounced = true;
          return tx.raiseGeneration(app.slug);
        },
      });
    });
    if (isAnnounced) await settled();
    return result;
  };

  return {
    inTransaction: (slug, actor, change) =>
      run(async (tx) => ownApp(await tx.lockApp(slug), actor), actor, change),
    inCreationTransaction: (app, actor, change) =>
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
