import { createHash } from 'node:crypto';
import type { Fault } from '../model/errors.ts';
import { containsPrivateKey } from '../model/signature.ts';
import type { SigningKey } from '../model/signing-key.ts';
import { decodeBase64 } from './base64.ts';
import { isPublicKey } from './ed25519.ts';
import { parseMinisignKey } from './minisign.ts';

/* Public keys as people have them, brought into one form. */

export type ParsedKey = Pick<SigningKey, 'kind' | 'keyId' | 'publicKey'>;

/** What a raw key is called: it has no id of its own. */
const rawId = (point: Uint8Array): string =>
  createHash('sha256').update(point).digest().toString('hex', 0, 8).toUpperCase();

/** The 32 bytes of a key that was parsed before. */
export const publicKeyBytes = ({ publicKey }: Pick<SigningKey, 'publicKey'>): Buffer =>
  Buffer.from(publicKey, 'base64').subarray(-32);

/** The lines that may be a key: minisign's text has it in the second. */
const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trim());

const parseLine = (line: string): ParsedKey | undefined => {
  const key = parseMinisignKey(line);
  if (key !== undefined) return { kind: 'minisign', keyId: key.keyId, publicKey: line };
  const point = decodeBase64(line);
  if (point?.length !== 32) return undefined;
  return { kind: 'ed25519', keyId: rawId(point), publicKey: line };
};

const parseText = (text: string): ParsedKey | undefined => {
  const [first = '', second = ''] = linesOf(text);
  return first.startsWith('untrusted comment:') ? parseLine(second) : parseLine(first);
};

/** What has the form of a key: Tauri's `.pub`, minisign's text or its second line, or 32 bytes in base64. */
export const readPublicKey = (given: string): ParsedKey | undefined => {
  const text = given.trim();
  return parseText(text) ?? parseText(decodeBase64(text)?.toString('utf8') ?? '');
};

/** A key in any of these forms. */
export const parsePublicKey = (given: string): ParsedKey | undefined => {
  const key = readPublicKey(given);
  return key !== undefined && isPublicKey(publicKeyBytes(key)) ? key : undefined;
};

const forms =
  'the content of Tauri’s .pub file, minisign’s public key, or the 32 bytes of an Ed25519 public key in base64';

/** What is wrong with what was sent as a public key. Nothing of it is repeated: it may be a secret. */
export const publicKeyFaults = (given: string): Fault[] => {
  if (containsPrivateKey(given)) {
    const detail =
      'publicKey is a private key. It was not stored; make a new key pair, for this one has left its place.';
    return [{ pointer: '/publicKey', code: 'private-key', detail }];
  }
  if (parsePublicKey(given) !== undefined) return [];
  return [{ pointer: '/publicKey', code: 'unreadable', detail: `publicKey must be ${forms}.` }];
};
