import { bounds } from '../../src/domain/model/bounds.ts';
import type { Instant } from '../../src/domain/model/instant.ts';
import { isLiveKey } from '../../src/domain/model/key.ts';
import type { Session } from '../../src/domain/model/session.ts';
import type { StoreReads, Transaction } from '../../src/domain/ports/store.ts';
import { keyOf, type State } from './store-state.ts';

const lastFirst = (a: Session, b: Session): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return keyOf(a.idHash) < keyOf(b.idHash) ? -1 : 1;
};

export const sessionReads = (state: () => State) =>
  ({
    findSession: async (idHash) => structuredClone(state().sessions.get(idHash)),
    listSessions: async (now) =>
      [...state().sessions.values()]
        .filter(({ expiresAt }) => expiresAt > now)
        .sort(lastFirst)
        .slice(0, bounds.listedSessions)
        .map((session) => {
          const key = state().keys.get(session.keyId ?? '');
          const app = state().apps.get(key?.app ?? '');
          return {
            ...structuredClone(session),
            key: key && app && { name: key.name, app: app.slug, appId: app.id },
          };
        }),
  }) satisfies Partial<StoreReads>;

export const sessionWrites = (state: State) =>
  ({
    insertSession: async (session, most) => {
      if (session.keyId !== undefined && !state.keys.has(session.keyId)) throw new Error('no such key');
      const others = [...state.sessions.values()].filter(({ keyId }) => keyId === session.keyId);
      for (const { idHash } of others.sort(lastFirst).slice(most - 1)) state.sessions.delete(idHash);
      state.sessions.set(session.idHash, structuredClone(session));
    },
    deleteSession: async (idHash) => state.sessions.delete(idHash),
    deleteSessions: async (which) => {
      const chosen = [...state.sessions.values()].filter(
        ({ keyId }) => which === 'all' || keyId === undefined,
      );
      for (const { idHash } of chosen) state.sessions.delete(idHash);
      return chosen.length;
    },
  }) satisfies Partial<Transaction>;

/** Records when sessions were last used. */
export const touchSessions = ({ sessions }: State, lastUsed: Map<string, Instant>): void => {
  for (const [idHash, at] of lastUsed) {
    const session = sessions.get(idHash);
    if (session !== undefined && session.usedAt < at) sessions.set(idHash, { ...session, usedAt: at });
  }
};

/** Deletes expired sessions and sessions of revoked or expired keys. */
export const forgetSessions = ({ sessions, keys }: State, now: Instant): number => {
  const isOver = ({ keyId, expiresAt }: Session): boolean => {
    const key = keys.get(keyId ?? '');
    return expiresAt <= now || (keyId !== undefined && (key === undefined || !isLiveKey(key, now)));
  };
  const over = [...sessions.values()].filter(isOver);
  for (const { idHash } of over) sessions.delete(idHash);
  return over.length;
};
