import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { exitCodes, Failure } from '../failure.ts';

const bufferBytes = 1024 * 1024;

/** A file as it was when it was hashed; whoever reads it later can tell whether it still is. */
export interface Digest {
  sha256: string;
  /** In base64, where it was asked for. */
  sha512: string | undefined;
  /** In hex, where it was asked for. */
  sha1: string | undefined;
  sizeBytes: number;
  mtimeMs: number;
  inode: number;
}

/** The file is not the one that was hashed: sending it would announce bytes that nobody checked. */
export const changedFailure = (path: string): Failure =>
  new Failure(`${path} changed while it was being published.`, {
    exit: exitCodes.failed,
    code: 'file-changed',
    remedy: 'Wait until the build is done, then run the command again.',
  });

/** Reads one buffer while the other is hashed: the disk and the processor take turns otherwise. */
const hashAll = async (
  file: FileHandle,
  options: HashOptions,
): Promise<Omit<Digest, 'mtimeMs' | 'inode'>> => {
  const hash = createHash('sha256');
  const { sha512: wantsSha512, sha1: wantsSha1 } = options.wants ?? {};
  const sha512 = wantsSha512 === true ? createHash('sha512') : undefined;
  const sha1 = wantsSha1 === true ? createHash('sha1') : undefined;
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
        sizeBytes: position,
      };
    position += bytesRead;
    reading = file.read(buffers[turn % 2 === 0 ? 0 : 1], 0, bufferBytes, position);
    hash.update(buffer.subarray(0, bytesRead));
    sha512?.update(buffer.subarray(0, bytesRead));
    sha1?.update(buffer.subarray(0, bytesRead));
    options.onBytes(bytesRead);
  }
};

interface HashOptions {
  signal: AbortSignal;
  onBytes(count: number): void;
  /** The hashes beside SHA-256 that the file's updater compares. */
  wants?: { sha512?: boolean; sha1?: boolean };
}

/** Hashes a file piece by piece in two buffers, telling how far it is. */
export const digestFile = async (path: string, options: HashOptions): Promise<Digest> => {
  const file = await open(path, 'r');
  try {
    const before = await file.stat();
    const hashed = await hashAll(file, options);
    const after = await file.stat();
    if (hashed.sizeBytes !== before.size || after.mtimeMs !== before.mtimeMs) throw changedFailure(path);
    return { ...hashed, mtimeMs: after.mtimeMs, inode: after.ino };
  } finally {
    await file.close();
  }
};

/** Opens the file that was hashed, or fails when it is another by now. */
export const openDigested = async (path: string, digest: Digest) => {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw changedFailure(path);
    throw error;
  });
  const now = await file.stat();
  if (now.size === digest.sizeBytes && now.mtimeMs === digest.mtimeMs && now.ino === digest.inode)
    return file;
  await file.close();
  throw changedFailure(path);
};
