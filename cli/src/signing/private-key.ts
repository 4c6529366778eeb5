import { createPrivateKey, createPublicKey } from 'node:crypto';
import { isPrivateKey as isPrivateKeyBy } from '@slipway/build-files/private-key.ts';

/** The prefix that RFC 8410 puts before a 32-byte private key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

const isPair = (bytes: Uint8Array): boolean => {
  const der = Buffer.concat([pkcs8, bytes.subarray(0, 32)]);
  const own = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return own.export({ format: 'der', type: 'spki' }).subarray(-32).equals(bytes.subarray(32));
};

/** Whether the text is or contains a private key, plain or in base64. */
export const isPrivateKey = (text: string): boolean => isPrivateKeyBy(text, isPair);
