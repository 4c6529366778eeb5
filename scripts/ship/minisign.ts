import { createHash, createPrivateKey, createPublicKey, type KeyObject, scryptSync, sign } from 'node:crypto';

/*
 * Signs like minisign, with key files of minisign and Tauri. A secret key has 158 bytes: algorithm `Ed`, encryption
 * (`Sc` for scrypt, zeros for none), checksum algorithm, salt and cost of scrypt, then key ID, seed, public key and
 * checksum. Signatures are prehashed, `ED`: over the file's BLAKE2b-512.
 */

export interface SigningKey {
  id: Buffer;
  secret: KeyObject;
  /** The argument of `minisign -P`. */
  publicLine: string;
}

const at = { encryption: 2, salt: 6, work: 38, memory: 46, secret: 54, end: 158 };

/** The scrypt cost as libsodium derives it from the file (`pickparams`). */
const costOf = (work: number, memory: number) => {
  const r = 8;
  const isBoundByWork = work < memory / 32;
  const most = isBoundByWork ? work / (r * 4) : memory / (r * 128);
  const N = 2 ** (Math.floor(Math.log2(most / 2)) + 1);
  const p = isBoundByWork ? 1 : Math.floor(Math.floor(work / 4 / N) / r);
  return { N, r, p, maxmem: 256 * N * r + 1024 ** 2 };
};

const decrypt = (bytes: Buffer, password: string): Buffer => {
  const secret = Buffer.from(bytes.subarray(at.secret, at.end));
  if (bytes.readUInt16LE(at.encryption) === 0) return secret;
  const work = Number(bytes.readBigUInt64LE(at.work));
  const memory = Number(bytes.readBigUInt64LE(at.memory));
  const salt = bytes.subarray(at.salt, at.work);
  const stream = scryptSync(password, salt, secret.length, costOf(work, memory));
  return secret.map((byte, index) => byte ^ (stream[index] ?? 0)) as Buffer;
};

/** Tauri encodes the whole text in base64. */
const textOf = (file: string): string =>
  file.includes('untrusted comment:') ? file : Buffer.from(file.trim(), 'base64').toString('utf8');

/** Reads a secret key file; throws if it is invalid or the password is wrong. */
export const readSigningKey = (file: string, password: string): SigningKey => {
  const bytes = Buffer.from(textOf(file).split('\n')[1] ?? '', 'base64');
  if (bytes.length !== at.end || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('The signing key is not a secret key of minisign.');
  const parts = decrypt(bytes, password);
  const [id, seed, raw] = [parts.subarray(0, 8), parts.subarray(8, 40), parts.subarray(40, 72)];
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: raw.toString('base64url') };
  const secret = createPrivateKey({ key: jwk, format: 'jwk' });
  // Secret and public key match only if the decryption was right.
  if (createPublicKey(secret).export({ format: 'jwk' }).x !== jwk.x)
    throw new Error('The password is not that of the signing key.');
  return { id, secret, publicLine: Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64') };
};

/** The `.minisig` content for these bytes; the trusted comment is signed too. */
export const signMinisign = (bytes: Uint8Array, key: SigningKey, trustedComment: string): string => {
  const own = sign(null, createHash('blake2b512').update(bytes).digest(), key.secret);
  const global = sign(null, Buffer.concat([own, Buffer.from(trustedComment)]), key.secret);
  return [
    'untrusted comment: signature of a Slipway release',
    Buffer.concat([Buffer.from('ED'), key.id, own]).toString('base64'),
    `trusted comment: ${trustedComment}`,
    global.toString('base64'),
    '',
  ].join('\n');
};
