import { bounds } from '../../domain/model/bounds.ts';
import { Refusal } from '../../domain/model/errors.ts';

/*
 * The keys of one issuer, kept for a while. Tokens are strangers': whatever they name, an issuer is asked once a minute
 * at most. While it does not answer, the last keys count for an hour.
 */

/** A public key, by how it is used. */
export interface IssuerKey {
  kty: string;
  crv: string | undefined;
  alg: string | undefined;
  /** What it needs to be imported, and nothing private. */
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

/** A key that signatures may be checked with; none without a name, and none that is secret. */
const parseIssuerKey = (key: Record<string, unknown>): [kid: string, key: IssuerKey][] => {
  const [kid, kty = '', use = 'sig'] = [textIn(key, 'kid'), textIn(key, 'kty'), textIn(key, 'use')];
  const needed = members.get(kty)?.map((name) => [name, textIn(key, name)] as const);
  if (kid === undefined || needed === undefined || use !== 'sig') return [];
  if (needed.some(([, value]) => value === undefined)) return [];
  const jwk = { kty, ...(Object.fromEntries(needed) as Record<string, string>) };
  return [[kid, { kty, crv: textIn(key, 'crv'), alg: textIn(key, 'alg'), jwk }]];
};

export interface KeyRing {
  /** The key of that name; undefined where the issuer has none. Throws Refusal 'issuer-unavailable'. */
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

  /** A clock that was set back makes everything old. */
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

  /** Asks, unless it was asked a moment ago; whoever comes meanwhile waits for the same answer. */
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
      // A key that the last ones do not hold may be new, and cannot be had now: that is no fault of the token.
      const isAway = failure !== undefined && !keys.has(kid);
      if (isAway || !isWithin(loadedMs, bounds.issuerAwaySeconds))
        throw new Refusal('issuer-unavailable', 'The keys of the issuer cannot be had.', undefined, failure);
      return keys.get(kid);
    },
  };
};
