import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/* Signs like minisign, Tauri and Sparkle, in this process. */

export interface MinisignOptions {
  /** The version in the trusted comment. */
  version?: string | undefined;
  /** Replaces minisign's default comment. */
  comment?: string;
  /** Signs the file itself, the legacy format of minisign. */
  isLegacy?: boolean;
}

const spkiHead = 12;

const base64 = (...pieces: Uint8Array[]): string => Buffer.concat(pieces).toString('base64');

interface Pair {
  key: KeyObject;
  id: Buffer;
}

/** The signed message: the file's BLAKE2b-512, or all of it. */
const messageOf = (bytes: Uint8Array, { isLegacy }: MinisignOptions): Uint8Array =>
  isLegacy === true ? bytes : createHash('blake2b512').update(bytes).digest();

const sealed = ({ key, id }: Pair, message: Uint8Array, { isLegacy, ...words }: MinisignOptions): string => {
  const signature = sign(null, message, key);
  const version = words.version === undefined ? '' : `\tversion:${words.version}`;
  const comment = words.comment ?? `timestamp:1700000000\tfile:app.bin${version}`;
  const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  return [
    'untrusted comment: signature from tauri secret key',
    base64(Buffer.from(isLegacy === true ? 'Ed' : 'ED'), id, signature),
    `trusted comment: ${comment}`,
    base64(global),
    '',
  ].join('\n');
};

/** The PKCS #8 prefix of a 32-byte Ed25519 private key (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key pair in all common formats; the same 32-byte seed yields the same pair. */
export const createSigner = (seed: Buffer = randomBytes(32)) => {
  const der = Buffer.concat([pkcs8Head, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const id = createHash('sha256').update(seed).digest().subarray(0, 8);
  const pair = { key: privateKey, id };
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(spkiHead);
  const line = base64(Buffer.from('Ed'), id, point);
  const keyId = Buffer.from(id).reverse().toString('hex').toUpperCase();
  const text = `untrusted comment: minisign public key: ${keyId}\n${line}\n`;
  return {
    keyId,
    /** Minisign's public key: its second line, its text, and the text in base64 as Tauri uses it. */
    publicKey: { line, text, tauri: Buffer.from(text).toString('base64') },
    /** The 32 bytes, as Sparkle uses them. */
    rawKey: base64(point),
    /** Minisign's text. */
    signText: (bytes: Uint8Array, signing: MinisignOptions = {}): string =>
      sealed(pair, messageOf(bytes, signing), signing),
    /** The content of Tauri's `.sig` file. */
    sign: (bytes: Uint8Array, signing: MinisignOptions = {}): string =>
      Buffer.from(sealed(pair, messageOf(bytes, signing), signing)).toString('base64'),
    /** The same for a file too large for memory, by its BLAKE2b-512. */
    signHash: (hash: Uint8Array, signing: MinisignOptions = {}): string =>
      Buffer.from(sealed(pair, hash, signing)).toString('base64'),
    /** The output of Sparkle's `sign_update`. */
    signRaw: (bytes: Uint8Array): string => base64(sign(null, bytes, privateKey)),
  };
};
export type Signer = ReturnType<typeof createSigner>;
