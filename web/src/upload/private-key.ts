import { toLatin1 } from '@slipway/build-files/base64.ts';
import { type IsKeyPair, isPrivateKey as isPrivateKeyBy } from '@slipway/build-files/private-key.ts';
import { areKeyPairs } from './hasher.ts';

/*
 * A seed with its public key has 64 bytes, like a signature. Only the worker has the crypto to distinguish them, so a
 * block of 64 bytes counts as a private key until the worker has tested it.
 */

/** Tested blocks that are no key pair, one character per byte. */
const signatures = new Set<string>();

/** Whether the text is or contains a private key, plain or in base64. */
export const isPrivateKey = (text: string): boolean =>
  isPrivateKeyBy(text, (bytes) => !signatures.has(toLatin1(bytes)));

/** Tests the blocks of 64 bytes in the texts, for `isPrivateKey`. */
export const testKeyPairs = async (texts: readonly string[]): Promise<void> => {
  const blocks: Uint8Array[] = [];
  const collect: IsKeyPair = (bytes) => {
    if (!signatures.has(toLatin1(bytes))) blocks.push(bytes);
    return false;
  };
  for (const text of texts) isPrivateKeyBy(text, collect);
  if (blocks.length === 0) return;
  const arePairs = await areKeyPairs(blocks).catch(() => []);
  for (const [at, isPair] of arePairs.entries())
    if (!isPair) signatures.add(toLatin1(blocks[at] ?? new Uint8Array()));
};
