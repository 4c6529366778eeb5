import { rejectToken } from '../domain/model/id-token.ts';
import type { Claims } from '../domain/model/trusted-publisher.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { Issuers } from '../domain/ports/issuers.ts';
import { fetchIssuerKeys } from './oidc/asking.ts';
import { createKeyRing, type IssuerKey, type KeyRing } from './oidc/key-ring.ts';

/*
 * Tokens of pinned issuers, by jose, which is loaded when the first one comes. The key is the issuer's that the token's
 * `kid` names; whatever else a header points at (`jku`, `x5u`, `jwk`) is not looked at. The algorithm must be one of
 * public keys and must suit the key: none, and no secret that an attacker knows as a public key.
 */

/** Which kind of key each algorithm is of. */
const kinds: Readonly<Record<string, readonly [kty: string, crv?: string]>> = {
  RS256: ['RSA'],
  RS384: ['RSA'],
  RS512: ['RSA'],
  PS256: ['RSA'],
  ES256: ['EC', 'P-256'],
  ES384: ['EC', 'P-384'],
  EdDSA: ['OKP', 'Ed25519'],
};

const matchesAlgorithm = ({ kty, crv, alg }: IssuerKey, wanted: string): boolean => {
  const [kind, curve] = kinds[wanted] ?? [];
  return kind === kty && (curve === undefined || curve === crv) && (alg === undefined || alg === wanted);
};

/** Keys as signatures are checked with them, one for each algorithm: making one costs more than using it. */
const importedKeys = new WeakMap<IssuerKey, Map<string, CryptoKey | Uint8Array>>();

const importKey = async (key: IssuerKey, alg: string): Promise<CryptoKey | Uint8Array> => {
  const { importJWK } = await import('jose');
  const known = importedKeys.get(key) ?? new Map<string, CryptoKey | Uint8Array>();
  const made =
    known.get(alg) ??
    (await importJWK(key.jwk, alg).catch(() => {
      // What an issuer publishes may be no key after all.
      throw rejectToken('signature');
    }));
  importedKeys.set(key, known.set(alg, made));
  return made;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const openIssuers = ({
  issuers,
  clock,
}: {
  issuers: readonly { issuer: string; file: string | undefined }[];
  clock: Clock;
}): Issuers => {
  const nowMs = () => Date.parse(clock.now());
  const rings = new Map<string, KeyRing>(
    issuers.map(({ issuer, file }) => [
      issuer,
      createKeyRing({ ask: () => fetchIssuerKeys(issuer, file), nowMs }),
    ]),
  );

  /** The key that a token names. */
  const keyOf = async (token: string, alg: string, kid: string): Promise<IssuerKey> => {
    const { decodeJwt } = await import('jose');
    const ring = rings.get(textOf(decodeJwt(token).iss));
    if (ring === undefined) throw rejectToken('issuer-unknown');
    const key = Object.hasOwn(kinds, alg) && kid !== '' ? await ring.find(kid) : undefined;
    if (key === undefined || !matchesAlgorithm(key, alg)) throw rejectToken('signature');
    return key;
  };

  return {
    pinned: issuers.map(({ issuer }) => issuer),

    verify: async (token): Promise<Claims> => {
      const { compactVerify, decodeProtectedHeader, errors } = await import('jose');
      try {
        const { kid, crit, ...header } = decodeProtectedHeader(token);
        const alg = textOf(header.alg);
        if (crit !== undefined) throw rejectToken('malformed');
        const key = await importKey(await keyOf(token, alg, textOf(kid)), alg);
        const { payload } = await compactVerify(token, key, { algorithms: [alg] });
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as Claims;
      } catch (error) {
        // A TypeError is about the key: one that is too short, for one.
        const isOfKey = error instanceof errors.JWSSignatureVerificationFailed || error instanceof TypeError;
        if (isOfKey) throw rejectToken('signature');
        if (error instanceof errors.JOSEError) throw rejectToken('malformed');
        throw error;
      }
    },
  };
};
