import { rejectToken } from '../domain/model/id-token.ts';
import type { Claims } from '../domain/model/trusted-publisher.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { Issuers } from '../domain/ports/issuers.ts';
import { fetchIssuerKeys } from './oidc/fetch-keys.ts';
import { createKeyRing, type IssuerKey, type KeyRing } from './oidc/key-ring.ts';

/*
 * Verifies tokens of pinned issuers with jose, which is loaded for the first token. The token's `kid` selects the
 * issuer's key; other header pointers (`jku`, `x5u`, `jwk`) are ignored. The algorithm must be asymmetric and match the
 * key, which rules out `none` and HMAC with a public key as the secret.
 */

/** The key type of each algorithm. */
const kinds: Readonly<Record<string, readonly [kty: string, crv?: string]>> = {
  RS256: ['RSA'],
  RS384: ['RSA'],
  RS512: ['RSA'],
  PS256: ['RSA'],
  ES256: ['EC', 'P-256'],
  ES384: ['EC', 'P-384'],
  EdDSA: ['OKP', 'Ed25519'],
};

const matchesAlgorithm = ({ kty, crv, alg }: IssuerKey, algorithm: string): boolean => {
  const [kind, curve] = kinds[algorithm] ?? [];
  return kind === kty && (curve === undefined || curve === crv) && (alg === undefined || alg === algorithm);
};

/** Imported keys per algorithm: importing costs more than verifying. */
const importedKeys = new WeakMap<IssuerKey, Map<string, CryptoKey | Uint8Array>>();

const importKey = async (key: IssuerKey, alg: string): Promise<CryptoKey | Uint8Array> => {
  const { importJWK } = await import('jose');
  const imported = importedKeys.get(key) ?? new Map<string, CryptoKey | Uint8Array>();
  const made =
    imported.get(alg) ??
    (await importJWK(key.jwk, alg).catch(() => {
      // An issuer may publish an invalid key.
      throw rejectToken('signature');
    }));
  importedKeys.set(key, imported.set(alg, made));
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
        // A TypeError is about the key, for example one that is too short.
        const isOfKey = error instanceof errors.JWSSignatureVerificationFailed || error instanceof TypeError;
        if (isOfKey) throw rejectToken('signature');
        if (error instanceof errors.JOSEError) throw rejectToken('malformed');
        throw error;
      }
    },
  };
};
