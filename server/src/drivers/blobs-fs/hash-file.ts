import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { BlobContent } from '../../domain/model/artifact.ts';
import {
  createHasher,
  type ExtraHashes,
  type HashResult,
  hashChunkBytes,
} from '../../domain/model/hashes.ts';
import { ignoreMissing } from './errors.ts';
import { contentSealOf } from './file-seal.ts';
import type { HashingThread } from './hashing/thread.ts';

/** Calls back with chunks of limited size; a chunk is valid only during the call. */
export const readChunks = async (
  file: FileHandle,
  { lengthBytes, pieceBytes }: { lengthBytes: number; pieceBytes: number },
  take: (piece: Uint8Array) => Promise<void> | void,
): Promise<void> => {
  const buffer = Buffer.allocUnsafeSlow(Math.max(1, Math.min(pieceBytes, lengthBytes)));
  for (let position = 0; position < lengthBytes; ) {
    const { bytesRead } = await file.read(
      buffer,
      0,
      Math.min(buffer.length, lengthBytes - position),
      position,
    );
    if (bytesRead === 0) return;
    await take(buffer.subarray(0, bytesRead));
    position += bytesRead;
  }
};

export interface HashedStats extends HashResult {
  stats: BigIntStats;
}

export interface HashOptions {
  thread: HashingThread;
  watch?: ExtraHashes | undefined;
}

/** Smaller files are hashed on this thread: a round trip to the hashing thread takes longer. */
const smallBytes = 4 * 1024 * 1024;

type HashedContent = Pick<BlobContent, 'sizeBytes' | 'digests'>;

const hashOnMainThread = async (
  file: FileHandle,
  content: HashedContent,
  watch: ExtraHashes | undefined,
): Promise<HashResult> => {
  const hashing = createHasher(content.digests, watch);
  const pieceBytes = hashChunkBytes(content.digests, watch);
  await readChunks(file, { lengthBytes: content.sizeBytes, pieceBytes }, hashing.update);
  return hashing.digest();
};

/** Hashes a file; undefined when it is missing or has a different size. */
export const hashFile = async (
  path: string,
  content: HashedContent,
  { thread, watch }: HashOptions,
): Promise<HashedStats | 'size-differs' | undefined> => {
  const { sizeBytes, digests } = content;
  const file = await ignoreMissing(open(path, 'r'));
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat({ bigint: true });
    if (stats.size !== BigInt(sizeBytes)) return 'size-differs';
    const found =
      sizeBytes <= smallBytes
        ? await hashOnMainThread(file, content, watch)
        : await thread.hash({ fd: file.fd, lengthBytes: sizeBytes, digests, watch: watch ?? [] });
    // A concurrent writer would otherwise get a proof for bytes that changed. (A rename is fine: another publish of the
    // same release may be moving the file.)
    const still = contentSealOf(await file.stat({ bigint: true })) === contentSealOf(stats);
    return { stats, ...found, ...(!still && { hashes: { sha256: 'changed while it was read' } }) };
  } finally {
    await file.close();
  }
};
