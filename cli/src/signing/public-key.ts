import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { type PublicKeyText, parsePublicKeyText } from '@slipway/core/public-key.ts';

export interface PublicKey {
  kind: PublicKeyText['kind'];
  /** The ID in minisign's notation; for a raw key, the server's ID. */
  keyId: string;
  key: KeyObject;
}

const keyOf = (point: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(point).toString('base64url') },
    format: 'jwk',
  });

const rawId = (point: Uint8Array): string =>
  createHash('sha256').update(point).digest('hex').slice(0, 16).toUpperCase();

/** Parses Tauri's `pubkey`, a minisign.pub, or Sparkle's `SUPublicEDKey`; undefined for any other text. */
export const parsePublicKey = (text: string): PublicKey | undefined => {
  const found = parsePublicKeyText(text);
  return found && { kind: found.kind, keyId: found.keyId ?? rawId(found.point), key: keyOf(found.point) };
};
