import { createPrivateKey } from 'node:crypto';
import { type DerivePublic, isKeyPair } from '@slipway/core/key-pair.ts';
import { isPrivateKey } from '@slipway/core/private-key.ts';

/** Longer texts are never stored as a signature. */
const maxCharacters = 32 * 1024;
/** Each candidate costs a curve operation, so only texts of about one word are tested. */
const search = { maxAround: 40, decode: (text: string) => Buffer.from(text, 'base64').toString('latin1') };

/** Required by the API but ignored: the public half is derived from the private one. */
const anyPoint = Buffer.alloc(32).toString('base64url');

/** JSON Web Keys avoid the ASN.1 parser, which halves the cost. */
const derivePublic: DerivePublic = (crv, secret) => {
  const d = Buffer.from(secret).toString('base64url');
  const key = createPrivateKey({ key: { kty: 'OKP', crv, d, x: anyPoint }, format: 'jwk' });
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
};

/** Plain or in base64. */
export const containsPrivateKey = (text: string): boolean =>
  isPrivateKey(text.slice(0, maxCharacters), (bytes) => isKeyPair(bytes, derivePublic), search);
