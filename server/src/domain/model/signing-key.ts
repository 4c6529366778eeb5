import type { App } from './app.ts';
import { Refusal } from './errors.ts';
import type { Instant } from './instant.ts';

export type SigningKeyKind = 'minisign' | 'ed25519';
export type SigningKeyState = 'active' | 'retired';

/** A public key for an app's files. Never deleted, since releases refer to it. */
export interface SigningKey {
  id: string;
  app: string;
  kind: SigningKeyKind;
  /** Minisign's key ID, or the first bytes of a raw key's SHA-256. */
  keyId: string;
  /** Minisign's line, or the 32 bytes; strict base64. */
  publicKey: string;
  name: string;
  /** The first app version with this key built in; undefined means every version. */
  fromVersion: string | undefined;
  state: SigningKeyState;
  createdAt: Instant;
  retiredAt: Instant | undefined;
}

export interface SigningRules extends Pick<App, 'signatures' | 'signedVersion' | 'adapter'> {
  keys: readonly SigningKey[];
}

/** Undefined if verification is off or the app has no key. */
export const signingRulesOf = (
  { signatures, signedVersion, adapter }: App,
  keys: readonly SigningKey[],
): SigningRules | undefined =>
  signatures === 'off' || (signatures === 'warn' && keys.length === 0)
    ? undefined
    : { signatures, signedVersion, adapter, keys };

export const isActiveSigningKey = ({ state }: SigningKey): boolean => state === 'active';

/** Rejects a policy that no release could meet: 'signing-key-missing'. */
export const requireUsableSigningKey = (
  { signatures, signedVersion }: Pick<App, 'signatures' | 'signedVersion'>,
  keys: readonly SigningKey[],
): void => {
  const active = keys.filter(isActiveSigningKey);
  if (signatures === 'require' && active.length === 0)
    throw new Refusal(
      'signing-key-missing',
      'signatures: require needs an active signing key. Add one first.',
    );
  if (signedVersion === 'require' && !active.some(({ kind }) => kind === 'minisign'))
    throw new Refusal(
      'signing-key-missing',
      'signedVersion: require needs an active minisign key, because raw Ed25519 signatures name no version.',
    );
};
