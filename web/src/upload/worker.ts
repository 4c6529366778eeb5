import type { Hasher } from './sha/blocks.ts';
import { createSha1 } from './sha/sha-1.ts';
import { createSha256 } from './sha/sha-256.ts';
import { createSha512 } from './sha/sha-512.ts';

/* Hashes a file in slices off the main thread. The server sends the worker its own CSP, which allows nothing. */

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

export type HashReply = { bytes: number } | { hashes: Hashes } | { failed: string };

const sliceBytes = 4 * 1024 * 1024;

const inBase64 = (hex: string): string =>
  btoa(hex.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));

const openHashers = ({ sha512, sha1 }: HashRequest): (Hasher | undefined)[] => [
  createSha256(),
  sha512 ? createSha512() : undefined,
  sha1 ? createSha1() : undefined,
];

const hash = async (request: HashRequest, send: (reply: HashReply) => void): Promise<void> => {
  const { file } = request;
  const hashers = openHashers(request);
  for (let start = 0; start < file.size; start += sliceBytes) {
    const slice = new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer());
    for (const one of hashers) one?.update(slice);
    // After the last slice, the hashes themselves report completion.
    if (start + sliceBytes < file.size) send({ bytes: start + slice.length });
  }
  const [sha256 = '', sha512, sha1] = hashers.map((one) => one?.digest());
  send({ hashes: { sha256, sha512: sha512 === undefined ? undefined : inBase64(sha512), sha1 } });
};

/** The worker globals used here; the DOM types declare other ones with the same names. */
const scope = self as unknown as {
  onmessage: (event: { data: HashRequest }) => void;
  postMessage(reply: HashReply): void;
};

scope.onmessage = ({ data }) => {
  const send = (reply: HashReply): void => scope.postMessage(reply);
  hash(data, send).catch((error: unknown) => send({ failed: String(error) }));
};
