import { createPrivateKey } from 'node:crypto';
import { type DerivePublic, isKeyPair } from '@slipway/core/key-pair.ts';
import { isPrivateKey as isPrivateKeyBy } from '@slipway/core/private-key.ts';

/** Node.js requires a public half and ignores it. */
const anyPoint = Buffer.alloc(32).toString('base64url');

const derivePublic: DerivePublic = (crv, secret) => {
  const d = Buffer.from(secret).toString('base64url');
  const key = createPrivateKey({ key: { kty: 'OKP', crv, d, x: anyPoint }, format: 'jwk' });
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
};

/** Whether the text is or contains a private key, plain or in base64. */
export const isPrivateKey = (text: string): boolean =>
  isPrivateKeyBy(text, (bytes) => isKeyPair(bytes, derivePublic));
