import type { Instant } from '../../src/domain/model/instant.ts';
import { isLiveKey } from '../../src/domain/model/key.ts';
import type { StoreReads, Transaction } from '../../src/domain/ports/store.ts';
import { keyOf, type State } from './store-state.ts';

export const trustReads = (state: () => State) =>
  ({
    listTrustedPublishers: async (app) =>
      [...state().trusted.values()]
        .filter((one) => one.app === app)
        .sort((a, b) => (keyOf(a.createdAt, a.id) < keyOf(b.createdAt, b.id) ? -1 : 1))
        .map((one) => structuredClone(one)),
    findTrustedPublisher: async (app, id) => {
      const one = state().trusted.get(id);
      return one?.app === app ? structuredClone(one) : undefined;
    },
  }) satisfies Partial<StoreReads>;

export const trustWrites = (state: State) =>
  ({
    insertTrustedPublisher: async (publisher) => {
      state.trusted.set(publisher.id, structuredClone(publisher));
    },
    recordPublisherUse: async (id, { at, pinned }) => {
      const one = state.trusted.get(id);
      if (one !== undefined)
        state.trusted.set(id, { ...one, lastUsedAt: at, pinned: structuredClone(pinned) });
    },
    deleteTrustedPublisher: async (app, id) => state.trusted.get(id)?.app === app && state.trusted.delete(id),
    claimToken: async ({ issuer, tokenId, expiresAt }) => {
      const key = keyOf(issuer, tokenId);
      if (state.tokens.has(key)) return false;
      state.tokens.set(key, expiresAt);
      return true;
    },
    revokeKeysOf: async (trustId, at) => {
      const live = [...state.keys.values()].filter((key) => key.trustId === trustId && isLiveKey(key, at));
      for (const key of live) state.keys.set(key.id, { ...key, revokedAt: at });
      return live.length;
    },
  }) satisfies Partial<Transaction>;

const forget = <T>(all: Map<string, T>, isOver: (item: T) => boolean): number => {
  const over = [...all].filter(([, item]) => isOver(item));
  for (const [key] of over) all.delete(key);
  return over.length;
};

/** Deletes tokens that have expired and cannot be replayed. */
export const forgetTokens = ({ tokens }: State, before: Instant): number =>
  forget(tokens, (expiresAt) => expiresAt < before);

export const forgetExchangedKeys = ({ keys, sessions }: State, before: Instant): number => {
  const count = forget(
    keys,
    ({ trustId, expiresAt = before }) => trustId !== undefined && expiresAt < before,
  );
  forget(sessions, ({ keyId }) => keyId !== undefined && !keys.has(keyId));
  return count;
};
