import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';

/*
 * Caches the keys of one issuer. Tokens are untrusted: whatever they name, an issuer is asked at most once a minute.
 * While it is unavailable, the last keys stay valid for an hour.
 */

export interface IssuerKey {
  kty: string;
  crv: string | undefined;
  alg: string | undefined;
  /** Only the public members that an import needs. */
  jwk: Record<string, string>;
}

const members = new Map<string, readonly string[]>([
  ['RSA', ['n', 'e']],
  ['EC', ['crv', 'x', 'y']],
  ['OKP', ['crv', 'x']],
]);

const textIn = (key: Record<string, unknown>, name: string): string | undefined => {
  const value = key[name];
  return typeof value === 'string' ? value : undefined;
};

/** Keeps only public signature keys with a key ID. */
const parseIssuerKey = (key: Record<string, unknown>): [kid: string, key: IssuerKey][] => {
  const [kid, kty = '', use = 'sig'] = [textIn(key, 'kid'), textIn(key, 'kty'), textIn(key, 'use')];
  const needed = members.get(kty)?.map((name) => [name, textIn(key, name)] as const);
  if (kid === undefined || needed === undefined || use !== 'sig') return [];
  if (needed.some(([, value]) => value === undefined)) return [];
  const jwk = { kty, ...(Object.fromEntries(needed) as Record<string, string>) };
  return [[kid, { kty, crv: textIn(key, 'crv'), alg: textIn(key, 'alg'), jwk }]];
};

export interface KeyRing {
  /** The key with that ID; undefined if the issuer has none. Throws Refusal 'issuer-unavailable'. */
  find(kid: string): Promise<IssuerKey | undefined>;
}

export const createKeyRing = ({
  ask,
  nowMs,
}: {
  ask: () => Promise<Record<string, unknown>[]>;
  nowMs: () => number;
}): KeyRing => {
  let keys = new Map<string, IssuerKey>();
  let loadedMs: number | undefined;
  let askedMs: number | undefined;
  let failure: unknown;
  let asking: Promise<void> | undefined;

  /** A clock that was set back invalidates everything. */
  const isWithin = (since: number | undefined, seconds: number): boolean => {
    const age = nowMs() - (since ?? Number.NaN);
    return age >= 0 && age < seconds * 1000;
  };

  const load = async (): Promise<void> => {
    try {
      keys = new Map((await ask()).flatMap(parseIssuerKey));
      loadedMs = nowMs();
      failure = undefined;
    } catch (error) {
      failure = error;
    } finally {
      asking = undefined;
    }
  };

  /** Fetches at most once a minute; concurrent callers share one request. */
  const refresh = async (): Promise<void> => {
    if (asking === undefined && !isWithin(askedMs, bounds.issuerPauseSeconds)) {
      askedMs = nowMs();
      asking = load();
    }
    await asking;
  };

  return {
    find: async (kid) => {
      if (!isWithin(loadedMs, bounds.issuerKeysSeconds) || !keys.has(kid)) await refresh();
      // An unknown key may be new but cannot be fetched now: that is not the token's fault.
      const isAway = failure !== undefined && !keys.has(kid);
      if (isAway || !isWithin(loadedMs, bounds.issuerAwaySeconds))
        throw new Refusal('issuer-unavailable', 'The keys of the issuer cannot be had.', undefined, failure);
      return keys.get(kid);
    },
  };
};
