import { getPublicKey, hashes, Point } from '@noble/ed25519';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';

/*
 * Hashes files and tests key pairs off the main thread. WebCrypto hashes no stream and is missing on plain HTTP. The
 * server sends the worker its own CSP, which allows nothing.
 */

export interface HashRequest {
  file: File;
  sha512: boolean;
  sha1: boolean;
}

export interface Hashes {
  sha256: string;
  /** Base64, if requested. */
  sha512: string | undefined;
  /** Hex, if requested. */
  sha1: string | undefined;
}

/** Blocks of 64 or 96 bytes. The result says of each whether it ends with the public key of its first 32 bytes. */
export interface KeyPairRequest {
  keyPairs: readonly Uint8Array[];
}

export type WorkerRequest = HashRequest | KeyPairRequest;
export type WorkerReply<Result> = { bytes: number } | { result: Result } | { failed: string };

const sliceBytes = 4 * 1024 * 1024;

hashes.sha512 = sha512;

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const hash = async (request: HashRequest, onBytes: (bytes: number) => void): Promise<Hashes> => {
  const { file } = request;
  const hashers = {
    sha256: sha256.create(),
    sha512: request.sha512 ? sha512.create() : undefined,
    sha1: request.sha1 ? sha1.create() : undefined,
  };
  for (let start = 0; start < file.size; start += sliceBytes) {
    const slice = new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer());
    for (const hasher of Object.values(hashers)) hasher?.update(slice);
    // After the last slice, the hashes themselves report completion.
    if (start + sliceBytes < file.size) onBytes(start + slice.length);
  }
  return {
    sha256: toHex(hashers.sha256.digest()),
    sha512: hashers.sha512 && btoa(String.fromCharCode(...hashers.sha512.digest())),
    sha1: hashers.sha1 && toHex(hashers.sha1.digest()),
  };
};

/** Old Sparkle keys hold the scalar itself, not the seed it is made from. */
const publicKeyOfScalar = (scalar: Uint8Array): Uint8Array =>
  Point.BASE.multiply(BigInt(`0x${toHex(scalar.reverse())}`) % Point.CURVE().n).toBytes();

const isKeyPair = (bytes: Uint8Array): boolean => {
  const publicKeyOf = bytes.length === 96 ? publicKeyOfScalar : getPublicKey;
  return publicKeyOf(bytes.slice(0, 32)).every((byte, at) => byte === bytes[bytes.length - 32 + at]);
};

/** The worker globals used here; the DOM types declare other ones with the same names. */
const scope = self as unknown as {
  onmessage: (event: { data: WorkerRequest }) => Promise<void>;
  postMessage(reply: WorkerReply<Hashes | boolean[]>): void;
};

scope.onmessage = async ({ data }) => {
  try {
    const result =
      'keyPairs' in data
        ? data.keyPairs.map(isKeyPair)
        : await hash(data, (bytes) => scope.postMessage({ bytes }));
    scope.postMessage({ result });
  } catch (error) {
    scope.postMessage({ failed: String(error) });
  }
};
