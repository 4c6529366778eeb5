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
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Sessions, SessionUsage } from '../ports/sessions.ts';
import type { Transaction, Transactions } from '../ports/store.ts';
import { type InTransaction, requireLiveCredential } from '../unit-of-work.ts';
import type { Authentication } from './authenticate.ts';
import { createLastUsed } from './last-used.ts';

/*
 * Sessions of people who signed in with a key. The key is sent once and kept nowhere; what the browser holds instead is
 * known by its hash alone. Session and key are looked up at each request: what is revoked, replaced or signed out is
 * refused at once, on every node.
 */

/** How long a session lasts: a day's work, or a week where someone asked to stay. */
const shortSeconds = 12 * 3600;
const longSeconds = 7 * 24 * 3600;

/** Someone who has just signed in: the one time that the secret is known. */
export interface SignInResult {
  actor: AdminActor | KeyActor;
  secret: string;
  /** How long the browser keeps it; undefined: until it is closed. */
  keptSeconds: number | undefined;
}

const sooner = (a: Instant, b: Instant | undefined): Instant => (b !== undefined && b < a ? b : a);

export const createSessionAuth = (needs: {
  store: Sessions & SessionUsage & Transactions;
  authenticating: Pick<Authentication, 'authenticate' | 'authenticateHolder'>;
  clock: Clock;
  ids: Ids;
  runChange: InTransaction;
}) => {
  const { store, authenticating, clock, ids, runChange } = needs;
  const lastUsed = createLastUsed((used) => store.touchSessions(used));

  const put = (tx: Transaction, session: Session): Promise<void> =>
    tx.insertSession(session, bounds.sessionsOfKey);

  /** Opens a session for whoever has sent this key. */
  const signIn = async (bearer: string | undefined, { stay }: { stay: boolean }): Promise<SignInResult> => {
    const actor = await authenticating.authenticate(bearer);
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
      await runChange(ofKey.app, actor, async ({ tx, record }) => {
        await put(tx, session);
        const detail = { name: ofKey.name ?? '', expiresAt };
        await record({ action: 'session.open', subject: ofKey.keyId, detail });
      });
    return {
      actor: { ...actor, session: { idHash, expiresAt } },
      secret,
      keptSeconds: stay ? lasts : undefined,
    };
  };

  /** The actor of a session. What is unknown, over or of a key that no longer counts is refused like a wrong key. */
  const authenticateSession = async (secret: string): Promise<AdminActor | KeyActor> => {
    if (!isWellFormedSessionSecret(secret)) throw unauthorized();
    const session = await store.findSession(hashSecret(secret));
    const now = clock.now();
    if (session === undefined || session.expiresAt <= now) throw unauthorized();
    const actor = await authenticating.authenticateHolder(session);
    const { idHash, expiresAt } = session;
    lastUsed.note(idHash, now);
    return { ...actor, session: { idHash, expiresAt } };
  };

  /** Ends the session that an actor acts in; whoever sent a key has none to end. */
  const signOut = async (actor: Actor): Promise<void> => {
    const session = sessionOf(actor);
    if (session === undefined) return;
    if (actor.kind !== 'key') {
      await store.transaction((tx) => tx.deleteSession(session.idHash));
      return;
    }
    await runChange(actor.app, actor, async ({ tx, record }) => {
      await tx.deleteSession(session.idHash);
      const detail = { name: actor.name ?? '', sessions: 1 };
      await record({ action: 'session.close', subject: actor.keyId, detail });
    });
  };

  /** Sessions that are open, as far as anyone knows without asking their keys. */
  const listSessions = (): Promise<ListedSession[]> => store.listSessions(clock.now());

  /** Ends every session, the asker's own included, and tells each app whose keys had some. */
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
    /** Writes when sessions were last used; a job calls it. */
    flushLastUsed: lastUsed.flush,
  };
};
export type SessionAuth = ReturnType<typeof createSessionAuth>;
