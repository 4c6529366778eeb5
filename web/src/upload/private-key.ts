import { isPrivateKey as isPrivateKeyBy } from '@slipway/core/private-key.ts';
import { publicKeyOf } from './ed25519.ts';

const isPair = (bytes: Uint8Array): boolean =>
  publicKeyOf(bytes.slice(0, 32)).every((byte, at) => byte === bytes[32 + at]);

/** Whether the text is or contains a private key, plain or in base64. */
export const isPrivateKey = (text: string): boolean => isPrivateKeyBy(text, isPair);
