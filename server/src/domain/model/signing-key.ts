import type { App } from './app.ts';
import { Refusal } from './errors.ts';
import type { Instant } from './instant.ts';

export type SigningKeyKind = 'minisign' | 'ed25519';
export type SigningKeyState = 'active' | 'retired';

/** A public key that an app's files are signed for. It is never deleted: releases name it. */
export interface SigningKey {
  id: string;
  app: string;
  kind: SigningKeyKind;
  /** As minisign shows it; of a raw key the first bytes of its SHA-256. */
  keyId: string;
  /** Minisign's line, or the 32 bytes; strict base64. */
  publicKey: string;
  name: string;
  /** The first version of the app that has it built in; undefined is from the beginning. */
  fromVersion: string | undefined;
  state: SigningKeyState;
  createdAt: Instant;
  retiredAt: Instant | undefined;
}

/** By what the signatures of an app are judged. */
export interface SigningRules extends Pick<App, 'signatures' | 'signedVersion' | 'adapter'> {
  keys: readonly SigningKey[];
}

/** The rules of an app; undefined where nothing is judged: it is switched off, or there is no key to judge by. */
export const signingRulesOf = (
  { signatures, signedVersion, adapter }: App,
  keys: readonly SigningKey[],
): SigningRules | undefined =>
  signatures === 'off' || (signatures === 'warn' && keys.length === 0)
    ? undefined
    : { signatures, signedVersion, adapter, keys };

export const isActiveSigningKey = ({ state }: SigningKey): boolean => state === 'active';

/** Refuses a policy that nothing could be published under: 'signing-key-missing'. */
export const requireUsableSigningKey = (
  { signatures, signedVersion }: Pick<App, 'signatures' | 'signedVersion'>,
  keys: readonly SigningKey[],
): void => {
  const active = keys.filter(isActiveSigningKey);
  if (signatures === 'require' && active.length === 0)
    throw new Refusal(
      'signing-key-missing',
      'signatures: require needs a signing key that is in use; add one first.',
    );
  if (signedVersion === 'require' && !active.some(({ kind }) => kind === 'minisign'))
    throw new Refusal(
      'signing-key-missing',
      'signedVersion: require needs a minisign key that is in use: raw Ed25519 signatures name no version.',
    );
};
