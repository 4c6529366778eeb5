import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { PublicKey } from '../../signing/public-key.ts';
import type { FeedFile, Hashes } from '../readers/feed.ts';
import { findSignatureError } from '../run/find-signature-error.ts';

export type Verification =
  | { is: 'proven'; sizeBytes: number; hashes: Required<Hashes> }
  /** The bytes differ from the feed's declaration. */
  | { is: 'other'; reason: string }
  /** The feed declares no hash, or the signature is invalid. */
  | { is: 'unproven'; reason: string };

const names = { sha256: 'SHA-256', sha512: 'SHA-512', sha1: 'SHA-1' } as const;
type HashName = keyof typeof names;
const hashNames = Object.keys(names) as HashName[];

/** Computes all three hashes in one pass. */
const hashFile = async (path: string, signal: AbortSignal): Promise<Required<Hashes>> => {
  const hashes = hashNames.map((name): [HashName, Hash] => [name, createHash(name)]);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024, signal }))
    for (const [, hash] of hashes) hash.update(chunk as Buffer);
  const digest = ([name, hash]: [HashName, Hash]) => [
    name,
    hash.digest(name === 'sha512' ? 'base64' : 'hex'),
  ];
  return Object.fromEntries(hashes.map(digest)) as unknown as Required<Hashes>;
};

const findOther = (file: FeedFile, hashes: Required<Hashes>): string | undefined => {
  const other = hashNames.find((name) => (file.hashes[name] ?? hashes[name]) !== hashes[name]);
  return other === undefined ? undefined : `its ${names[other]} differs from its feed`;
};

const findUnproven = async (path: string, file: FeedFile, { keys, signal }: VerifyOptions) => {
  if (hashNames.some((name) => file.hashes[name] !== undefined)) return undefined;
  if (file.signature === undefined) return 'its feed has neither a hash nor a signature for it';
  return await findSignatureError({ path, signature: file.signature }, keys, signal);
};

export interface VerifyOptions {
  keys: PublicKey[];
  signal: AbortSignal;
  /** Accepts the bytes as they are, because the file was found by name and has no declaration. */
  acceptsUndeclared?: boolean;
}

export const verifyFile = async (
  path: string,
  file: FeedFile,
  proving: VerifyOptions,
): Promise<Verification> => {
  const { size: sizeBytes } = await stat(path);
  if (sizeBytes === 0) return { is: 'other', reason: 'it is empty' };
  if (file.sizeBytes !== undefined && file.sizeBytes !== sizeBytes)
    return { is: 'other', reason: `it has ${sizeBytes} bytes, but its feed says ${file.sizeBytes}` };
  const asIs = proving.acceptsUndeclared === true && file.signature === undefined;
  const unproven = asIs ? undefined : await findUnproven(path, file, proving);
  if (unproven !== undefined) return { is: 'unproven', reason: unproven };
  const hashes = await hashFile(path, proving.signal);
  const other = findOther(file, hashes);
  return other === undefined ? { is: 'proven', sizeBytes, hashes } : { is: 'other', reason: other };
};
