import { createSHA256 } from 'hash-wasm';
import { createSha1, createSha512, type Hasher } from './sha.ts';

/*
 * Hashes a file piece by piece, away from the page: that stays quick, and compiles nothing. The worker is answered with
 * a policy of its own, which allows WebAssembly and nothing else.
 */

export interface HashRequest {
  file: File;
  sha512: boolean;
  sha1: boolean;
}

export interface Hashes {
  sha256: string;
  /** In base64, where it was asked for. */
  sha512: string | undefined;
  /** In hex, where it was asked for. */
  sha1: string | undefined;
}

export type HashReply = { bytes: number } | { hashes: Hashes } | { failed: string };

const sliceBytes = 4 * 1024 * 1024;

const inBase64 = (hex: string): string =>
  btoa(hex.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));

/** A hash of either kind. */
type Part = Pick<Hasher, 'digest'> & { update(bytes: Uint8Array): unknown };

const openHashers = async ({ sha512, sha1 }: HashRequest): Promise<(Part | undefined)[]> => [
  await createSHA256(),
  sha512 ? createSha512() : undefined,
  sha1 ? createSha1() : undefined,
];

const hash = async (request: HashRequest, tell: (reply: HashReply) => void): Promise<void> => {
  const { file } = request;
  const hashers = await openHashers(request);
  for (let start = 0; start < file.size; start += sliceBytes) {
    const slice = new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer());
    for (const one of hashers) one?.update(slice);
    tell({ bytes: start + slice.length });
  }
  const [sha256 = '', sha512, sha1] = hashers.map((one) => one?.digest());
  tell({ hashes: { sha256, sha512: sha512 === undefined ? undefined : inBase64(sha512), sha1 } });
};

/** What there is of a worker's globals: the page's types have others of the same names. */
const scope = self as unknown as {
  onmessage: (event: { data: HashRequest }) => void;
  postMessage(reply: HashReply): void;
};

scope.onmessage = ({ data }) => {
  const tell = (reply: HashReply): void => scope.postMessage(reply);
  hash(data, tell).catch((error: unknown) => tell({ failed: String(error) }));
};
