import {
  type Actor,
  type AdminActor,
  actionOriginOf,
  actorName,
  type KeyActor,
  sessionOf,
} from '../model/actor.ts';
import { bounds } from '../model/bounds.ts';
import { unauthorized } from '../model/errors.ts';
import type { Instant } from '../model/instant.ts';
import { hashSecret } from '../model/key.ts';
import {
  isWellFormedSessionSecret,
  type ListedSession,
  type Session,
  sessionSecretLength,
} from '../model/session.ts';
import type { AuditChanges } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Keys } from '../ports/keys.ts';
import type { SessionChanges, Sessions, SessionUsage } from '../ports/sessions.ts';
import type { Settings } from '../ports/settings.ts';
import type { Transactions } from '../ports/transactions.ts';
import { type InTransaction, requireLiveCredential } from '../unit-of-work.ts';
import type { Authentication } from './authenticate.ts';
import { createLastUsed } from './last-used.ts';

/*
 * Browser sessions. The key is sent once and stored nowhere; the server knows the session secret by its hash only.
 * Session and key are looked up at each request, so revoking, replacing or signing out takes effect at once on every
 * node.
 */

/** A working day, or a week with "stay signed in". */
const shortSeconds = 12 * 3600;
const longSeconds = 7 * 24 * 3600;

/** The only time that the secret is known. */
export interface SignInResult {
  actor: AdminActor | KeyActor;
  secret: string;
  /** Cookie lifetime; undefined means until the browser closes. */
  cookieSeconds: number | undefined;
}

type AdminTx = Keys & Settings & Sessions & SessionChanges & AuditChanges;

const sooner = (a: Instant, b: Instant | undefined): Instant => (b !== undefined && b < a ? b : a);

export const createSessionAuth = (needs: {
  store: Sessions & SessionUsage & Transactions<AdminTx>;
  authentication: Pick<Authentication, 'authenticate' | 'authenticateSessionKey'>;
  clock: Clock;
  ids: Ids;
  inTransaction: InTransaction<Pick<SessionChanges, 'insertSession' | 'deleteSession'>>;
}) => {
  const { store, authentication, clock, ids, inTransaction } = needs;
  const lastUsed = createLastUsed((used) => store.touchSessions(used));

  const put = (tx: Pick<SessionChanges, 'insertSession'>, session: Session): Promise<void> =>
    tx.insertSession(session, bounds.sessionsOfKey);

  const signIn = async (bearer: string | undefined, { stay }: { stay: boolean }): Promise<SignInResult> => {
    const actor = await authentication.authenticate(bearer);
    const secret = ids.secret(sessionSecretLength);
    const [createdAt, lasts] = [clock.now(), stay ? longSeconds : shortSeconds];
    const ofKey = actor.kind === 'key' ? actor : undefined;
    const session: Session = {
      ...{ idHash: hashSecret(secret), keyId: ofKey?.keyId, secretHash: hashSecret(bearer ?? '') },
      ...{ createdAt, usedAt: createdAt, expiresAt: sooner(clock.in(lasts), ofKey?.expiresAt) },
    };
    const { idHash, expiresAt } = session;
    if (ofKey === undefined)
      await store.transaction(async (tx) => {
        await requireLiveCredential(tx, actor, createdAt);
        await put(tx, session);
      });
    else
      await inTransaction(ofKey.app, actor, async ({ tx, record }) => {
        await put(tx, session);
        const detail = { name: ofKey.name ?? '', expiresAt };
        await record({ action: 'session.open', subject: ofKey.keyId, detail });
      });
    return {
      actor: { ...actor, session: { idHash, expiresAt } },
      secret,
      cookieSeconds: stay ? lasts : undefined,
    };
  };

  /** Unknown and expired sessions, and those of inactive keys, get the same error as a wrong key. */
  const authenticateSession = async (secret: string): Promise<AdminActor | KeyActor> => {
    if (!isWellFormedSessionSecret(secret)) throw unauthorized();
    const session = await store.findSession(hashSecret(secret));
    const now = clock.now();
    if (session === undefined || session.expiresAt <= now) throw unauthorized();
    const actor = await authentication.authenticateSessionKey(session);
    const { idHash, expiresAt } = session;
    lastUsed.note(idHash, now);
    return { ...actor, session: { idHash, expiresAt } };
  };

  /** Ends the actor's session; requests with a key have none. */
  const signOut = async (actor: Actor): Promise<void> => {
    const session = sessionOf(actor);
    if (session === undefined) return;
    if (actor.kind !== 'key') {
      await store.transaction((tx) => tx.deleteSession(session.idHash));
      return;
    }
    await inTransaction(actor.app, actor, async ({ tx, record }) => {
      await tx.deleteSession(session.idHash);
      const detail = { name: actor.name ?? '', sessions: 1 };
      await record({ action: 'session.close', subject: actor.keyId, detail });
    });
  };

  /** Open sessions, without checking whether their keys are still active. */
  const listSessions = (): Promise<ListedSession[]> => store.listSessions(clock.now());

  /** Ends every session, the caller's included, and records it for each app whose keys had sessions. */
  const endSessions = (actor: Actor): Promise<void> =>
    store.transaction(async (tx) => {
      const at = clock.now();
      await requireLiveCredential(tx, actor, at);
      const open = await tx.listSessions(at);
      await tx.deleteSessions('all');
      for (const [subject, sessions] of Map.groupBy(open, ({ keyId }) => keyId)) {
        const key = sessions[0]?.key;
        if (subject === undefined || key === undefined) continue;
        await tx.recordEvent({
          ...{ app: key.app, appId: key.appId, at, actor: actorName(actor), through: actionOriginOf(actor) },
          ...{ action: 'session.close', subject, detail: { name: key.name, sessions: sessions.length } },
        });
      }
    });

  return {
    ...{ signIn, authenticateSession, signOut, listSessions, endSessions },
    flushLastUsed: lastUsed.flush,
  };
};
export type SessionAuth = ReturnType<typeof createSessionAuth>;
