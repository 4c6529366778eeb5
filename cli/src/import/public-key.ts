import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/*
 * The keys that vouch for files which a feed gives no hash of. Tauri's are minisign's: `Ed`, eight bytes that name the
 * key, and the key; its signatures begin with `ED` where they cover the BLAKE2b-512 of the file, with `Ed` where they
 * cover the file itself, and a second one covers the trusted comment. Sparkle's are Ed25519 without anything around it.
 */

export interface PublicKey {
  /** Minisign's name of it, in hex; undefined for a bare key. */
  id: string | undefined;
  key: KeyObject;
}

const keyBytes = 32;
const signatureBytes = 64;
/** What is signed as a whole must be held as a whole. */
const maxHeldBytes = 1024 ** 3;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const bytesOf = (text: string): Buffer => (base64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0));

const keyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });

/** Minisign's text: as it stands, or as Tauri keeps it, in base64. */
const minisignLines = (text: string): string[] => {
  const plain = text.includes('untrusted comment:') ? text : bytesOf(text.trim()).toString('utf8');
  return plain.includes('untrusted comment:') ? plain.split('\n').map((line) => line.trim()) : [];
};

const parseRaw = (bytes: Buffer): PublicKey | undefined => {
  if (bytes.length === keyBytes) return { id: undefined, key: keyOf(bytes) };
  if (bytes.length !== keyBytes + 10 || bytes.toString('latin1', 0, 2) !== 'Ed') return undefined;
  return { id: bytes.toString('hex', 2, 10), key: keyOf(bytes.subarray(10)) };
};

/** Reads Tauri's `pubkey`, a minisign.pub or Sparkle's `SUPublicEDKey`; undefined for any other text. */
export const parsePublicKey = (text: string): PublicKey | undefined =>
  parseRaw(bytesOf(minisignLines(text)[1] ?? text.trim()));

const blake2b = async (path: string, signal: AbortSignal): Promise<Buffer> => {
  const hash = createHash('blake2b512');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { signal });
  return hash.digest();
};

interface Minisignature {
  id: string;
  isPrehashed: boolean;
  own: Buffer;
  comment: string;
  global: Buffer;
}

const parseMinisignature = (text: string): Minisignature | undefined => {
  const [, line = '', commentLine = '', globalLine = ''] = minisignLines(text);
  const bytes = bytesOf(line);
  const kind = bytes.toString('latin1', 0, 2);
  if (bytes.length !== signatureBytes + 10 || !['ED', 'Ed'].includes(kind)) return undefined;
  return {
    id: bytes.toString('hex', 2, 10),
    isPrehashed: kind === 'ED',
    own: bytes.subarray(10),
    comment: commentLine.replace(/^trusted comment: /, ''),
    global: bytesOf(globalLine),
  };
};

/** Why a signature proves nothing of a file, or undefined where one of the keys made it for exactly these bytes. */
export const findSignatureFault = async (
  { path, signature }: { path: string; signature: string },
  keys: PublicKey[],
  signal: AbortSignal,
): Promise<string | undefined> => {
  const mini = parseMinisignature(signature);
  const bare = bytesOf(signature.trim());
  if (mini === undefined && bare.length !== signatureBytes) return 'its signature cannot be read';
  const fitting = keys.filter(({ id }) => id === mini?.id);
  if (fitting.length === 0) return 'its signature was made by another key';
  if (!mini?.isPrehashed && (await stat(path)).size > maxHeldBytes)
    return 'it is over 1 GiB, and its signature is of a kind that cannot be verified piece by piece';
  const signed = mini?.isPrehashed ? await blake2b(path, signal) : await readFile(path, { signal });
  const own = mini?.own ?? bare;
  const holds = ({ key }: PublicKey) =>
    verify(null, signed, key, own) &&
    (mini === undefined || verify(null, Buffer.concat([own, Buffer.from(mini.comment)]), key, mini.global));
  return fitting.some(holds) ? undefined : 'its signature does not fit its bytes';
};
