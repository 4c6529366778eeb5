import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { exitCodes, Failure } from '../../errors/failure.ts';

const bufferBytes = 1024 * 1024;

/** Also identifies the file, so that a later read detects changes. */
export interface Digest {
  sha256: string;
  /** In base64, if requested. */
  sha512: string | undefined;
  /** In hex, if requested. */
  sha1: string | undefined;
  /** The hash that minisign signs, if requested. */
  blake2b: Buffer | undefined;
  sizeBytes: number;
  mtimeMs: number;
  inode: number;
}

/** The file has changed since it was hashed; uploading it would declare unverified bytes. */
export const fileChangedFailure = (path: string): Failure =>
  new Failure(`${path} changed during publishing.`, {
    exit: exitCodes.failed,
    code: 'file-changed',
    remedy: 'Wait until the build is done, then run the command again.',
  });

/** Reads one buffer while hashing the other, so that disk and CPU work in parallel. */
const hashAll = async (
  file: FileHandle,
  options: HashOptions,
): Promise<Omit<Digest, 'mtimeMs' | 'inode'>> => {
  const hash = createHash('sha256');
  const extraHash = (name: keyof ExtraHashes, algorithm: string = name): Hash | undefined =>
    options.extraHashes?.[name] === true ? createHash(algorithm) : undefined;
  const [sha512, sha1, blake2b] = [
    extraHash('sha512'),
    extraHash('sha1'),
    extraHash('blake2b', 'blake2b512'),
  ];
  const buffers = [Buffer.allocUnsafe(bufferBytes), Buffer.allocUnsafe(bufferBytes)] as const;
  let position = 0;
  let reading = file.read(buffers[0], 0, bufferBytes, 0);
  for (let turn = 1; ; turn += 1) {
    options.signal.throwIfAborted();
    const { bytesRead, buffer } = await reading;
    if (bytesRead === 0)
      return {
        sha256: hash.digest('hex'),
        sha512: sha512?.digest('base64'),
        sha1: sha1?.digest('hex'),
        blake2b: blake2b?.digest(),
        sizeBytes: position,
      };
    position += bytesRead;
    reading = file.read(buffers[turn % 2 === 0 ? 0 : 1], 0, bufferBytes, position);
    for (const one of [hash, sha512, sha1, blake2b]) one?.update(buffer.subarray(0, bytesRead));
    options.onBytes(bytesRead);
  }
};

/** Hashes to compute in addition to SHA-256. */
export interface ExtraHashes {
  sha512?: boolean;
  sha1?: boolean;
  blake2b?: boolean;
}

interface HashOptions {
  signal: AbortSignal;
  onBytes(count: number): void;
  extraHashes?: ExtraHashes;
}

export const digestFile = async (path: string, options: HashOptions): Promise<Digest> => {
  const file = await open(path, 'r');
  try {
    const before = await file.stat();
    const hashed = await hashAll(file, options);
    const after = await file.stat();
    if (hashed.sizeBytes !== before.size || after.mtimeMs !== before.mtimeMs) throw fileChangedFailure(path);
    return { ...hashed, mtimeMs: after.mtimeMs, inode: after.ino };
  } finally {
    await file.close();
  }
};

/** Fails if the file has changed since it was hashed. */
export const openDigested = async (path: string, digest: Digest) => {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw fileChangedFailure(path);
    throw error;
  });
  const now = await file.stat();
  if (now.size === digest.sizeBytes && now.mtimeMs === digest.mtimeMs && now.ino === digest.inode)
    return file;
  await file.close();
  throw fileChangedFailure(path);
};
