import { createClient, type Fetch, type FetchInit, type Key, ProblemError } from '@slipway/api';
import type { Environment } from '../config/environment.ts';
import { exitCodes, Failure } from '../errors/failure.ts';
import { requireSlipway } from '../net/require-slipway.ts';
import { explainExchangeError } from './exchange-error.ts';
import type { Identity } from './identity.ts';

/*
 * Short-lived keys, one per server and app. A key is renewed two minutes before it expires, so that slow uploads
 * outlive it, and once more if the server rejects it.
 */

const spareMs = 2 * 60_000;
const tries = 3;

interface ExchangedKey {
  key: Key;
  secret: string;
  /** By this process's clock, which may differ from the server's. */
  expiresAtMs: number;
}

export interface AppAddress {
  url: string;
  app: string;
}

const nameOf = ({ url, app }: AppAddress): string => `${url} ${app}`;

export interface KeyExchanger {
  /** Returns a new key if the last one is about to expire. */
  exchange(at: AppAddress): Promise<Pick<ExchangedKey, 'key' | 'secret'>>;
  /** A `fetch` that always uses a valid key. */
  fetchFor(at: AppAddress): Fetch;
}

/** Hides a secret from GitHub's log. With workflow commands stopped, the mask itself would print it. */
const createMask = (env: Environment, write: (text: string) => void) => {
  const canMask = env.GITHUB_ACTIONS === 'true' && !env.SLIPWAY_COMMANDS_STOPPED;
  return (secret: string): void => {
    if (canMask) write(`::add-mask::${secret}\n`);
  };
};

const isLost = (error: unknown): boolean =>
  (error instanceof Failure && error.exit === exitCodes.unreachable) ||
  (error instanceof ProblemError && error.problem?.errors?.[0]?.code === 'replayed');

export const createKeyExchanger = (needs: {
  identity: Identity;
  env: Environment;
  fetch: Fetch;
  write: (text: string) => void;
  nowMs?: () => number;
}): KeyExchanger => {
  const { identity, env, fetch, write, nowMs = () => performance.now() } = needs;
  const mask = createMask(env, write);
  const cache = new Map<string, Promise<ExchangedKey>>();

  const once = async ({ url, app }: AppAddress): Promise<ExchangedKey> => {
    const token = await identity.token(url);
    mask(token);
    const { key, secret } = await createClient({ baseUrl: url, fetch: requireSlipway(fetch) }).exchangeToken({
      token,
      app,
    });
    mask(secret);
    const livesMs = Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt);
    return { key, secret, expiresAtMs: nowMs() + livesMs };
  };

  /** A lost response has used up the token, so the retry needs another one. */
  const exchangeWithRetries = async (at: AppAddress): Promise<ExchangedKey> => {
    for (let count = 1; ; count += 1) {
      try {
        return await once(at);
      } catch (error) {
        if (!identity.isRenewable || count >= tries || !isLost(error))
          throw explainExchangeError(error, at, env);
      }
    }
  };

  const renew = (at: AppAddress): Promise<ExchangedKey> => {
    const fresh = exchangeWithRetries(at);
    cache.set(nameOf(at), fresh);
    // The next call tries again.
    fresh.catch(() => cache.delete(nameOf(at)));
    return fresh;
  };

  const current = async (at: AppAddress): Promise<ExchangedKey> => {
    const pending = cache.get(nameOf(at)) ?? renew(at);
    const exchanged = await pending;
    const isShort = identity.isRenewable && exchanged.expiresAtMs - nowMs() < spareMs;
    if (!isShort) return exchanged;
    // Only the first of several concurrent callers renews the key.
    const latest = cache.get(nameOf(at));
    return latest === undefined || latest === pending ? renew(at) : latest;
  };

  const withKey = (init: FetchInit, secret: string): FetchInit => ({
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${secret}` },
  });

  return {
    exchange: current,
    fetchFor: (at) => async (url, init) => {
      const { secret } = await current(at);
      const answer = await fetch(url, withKey(init, secret));
      if (answer.status !== 401 || !identity.isRenewable) return answer;
      return fetch(url, withKey(init, (await renew(at)).secret));
    },
  };
};
