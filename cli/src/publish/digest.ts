import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { exitCodes, Failure } from '../failure.ts';

const bufferBytes = 1024 * 1024;

/** A file as it was when it was hashed; whoever reads it later can tell whether it still is. */
export interface Digest {
  sha256: string;
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

/** Hashes a file piece by piece in one buffer, telling how far it is. */
export const digestFile = async (
  path: string,
  options: { signal: AbortSignal; onBytes(count: number): void },
): Promise<Digest> => {
  const file = await open(path, 'r');
  try {
    const before = await file.stat();
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(bufferBytes);
    let total = 0;
    for (;;) {
      options.signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, bufferBytes, total);
      if (bytesRead === 0) break;
      hash.update(buffer.subarray(0, bytesRead));
      total += bytesRead;
      options.onBytes(bytesRead);
    }
    const after = await file.stat();
    if (total !== before.size || after.mtimeMs !== before.mtimeMs) throw changedFailure(path);
    return { sha256: hash.digest('hex'), sizeBytes: total, mtimeMs: after.mtimeMs, inode: after.ino };
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
