import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseSignatureText } from '@slipway/core/signature.ts';
import type { PublicKey } from '../../signing/public-key.ts';
import { candidateKeys, isPrehashed, verifySignature } from '../../signing/signature.ts';

/** A signature of the file itself, not of its hash, needs the whole file in memory. */
const maxHeldBytes = 1024 ** 3;

const blake2b = async (path: string, signal: AbortSignal): Promise<Buffer> => {
  const hash = createHash('blake2b512');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { signal });
  return hash.digest();
};

/** Undefined if one of the keys made the signature for exactly these bytes. */
export const findSignatureError = async (
  { path, signature: text }: { path: string; signature: string },
  keys: PublicKey[],
  signal: AbortSignal,
): Promise<string | undefined> => {
  const signature = parseSignatureText(text.trim());
  if (typeof signature === 'string') return `its signature is not readable: ${signature}`;
  const fitting = candidateKeys(signature, keys);
  if (fitting.length === 0) return 'its signature was made by another key';
  if (!isPrehashed(signature) && (await stat(path)).size > maxHeldBytes)
    return 'it is over 1 GiB, and its signature type needs the whole file in memory';
  const signed = isPrehashed(signature) ? await blake2b(path, signal) : await readFile(path, { signal });
  const isProven = fitting.some((key) => verifySignature(signature, key, signed) === 'holds');
  return isProven ? undefined : 'its signature does not match the file';
};
