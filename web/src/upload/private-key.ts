import { toLatin1 } from '@slipway/core/base64.ts';
import { findPrivateKey, isPrivateKey as isPrivateKeyBy } from '@slipway/core/private-key.ts';
import { areKeyPairs } from './hasher.ts';

/*
 * A raw key next to its public half is as long as a signature or looks like other base64. Only the worker has the crypto
 * to distinguish them, so a candidate counts as a private key until the worker has tested it.
 */

/** Tested blocks that are no key pair, one character per byte. */
const tested = new Set<string>();

/** Whether the text is or contains a private key, plain or in base64. */
export const isPrivateKey = (text: string): boolean =>
  isPrivateKeyBy(text, (bytes) => !tested.has(toLatin1(bytes)));

/** Tests the candidates in the texts, for `isPrivateKey`. */
export const testKeyPairs = async (texts: readonly string[]): Promise<void> => {
  const blocks = texts
    .flatMap((text) => findPrivateKey(text).candidates)
    .filter((bytes) => !tested.has(toLatin1(bytes)));
  if (blocks.length === 0) return;
  const arePairs = await areKeyPairs(blocks).catch(() => []);
  for (const [at, isPair] of arePairs.entries())
    if (!isPair) tested.add(toLatin1(blocks[at] ?? new Uint8Array()));
};
