import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digests } from '../../domain/model/artifact-facts.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { createHasher, type Hashes } from '../../domain/model/hashes.ts';
import { ignoreMissing } from './errors.ts';

const flushBytes = 512 * 1024;
/** Bounds the memory that a client sending single bytes can occupy. */
const flushChunks = 64;
/** Unwritten bytes of all files together: above a limit, each file flushes immediately. */
let totalBufferedBytes = 0;

/** A temporary file that is hashed while it is written, then moved or discarded. */
export interface HashedFile {
  path: string;
  sizeBytes(): number;
  /** Sets the file's length before it is written. */
  reserve(bytes: number): Promise<void>;
  /** Takes ownership of the chunk: the caller must not change it afterwards. */
  add(chunk: Uint8Array): Promise<void>;
  /** Writes the rest, and the SHA-256 as a trailer if requested; synced when it resolves. */
  finish(options?: { hasTrailer: boolean }): Promise<Hashes>;
  /** Closes the file, and removes it if it still has its temporary name. */
  discard(): Promise<void>;
}

const writeAll = async (file: FileHandle, pieces: Uint8Array[]): Promise<void> => {
  let { bytesWritten: written } = await file.writev(pieces);
  for (const piece of pieces) {
    // A nearly full disk may write less than requested; writing the rest then reports the error.
    for (let from = Math.min(written, piece.length); from < piece.length; )
      from += (await file.write(piece, from)).bytesWritten;
    written = Math.max(0, written - piece.length);
  }
};

/**
 * Chunks are buffered up to half a mebibyte, and one write is in flight while the next chunks arrive and are hashed:
 * disk, network and hashing overlap, and at most two buffers are held.
 */
export const createHashedFile = async (folder: string, digests: Digests = {}): Promise<HashedFile> => {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o600);
  const hashing = createHasher(digests);
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  let sizeBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  const isDue = () =>
    bufferedBytes >= flushBytes ||
    buffered.length >= flushChunks ||
    totalBufferedBytes > bounds.uploadBufferBytes;
  const flush = async () => {
    await writing;
    const bytes = bufferedBytes;
    writing = writeAll(file, buffered).finally(() => {
      totalBufferedBytes -= bytes;
    });
    // The next flush reports the failure; this prevents an unhandled rejection until then.
    writing.catch(() => {});
    buffered = [];
    bufferedBytes = 0;
  };

  return {
    path,
    sizeBytes: () => sizeBytes,
    reserve: (bytes) => file.truncate(bytes),
    add: async (chunk) => {
      if (chunk.length === 0) return;
      hashing.update(chunk);
      sizeBytes += chunk.length;
      buffered.push(chunk);
      bufferedBytes += chunk.length;
      totalBufferedBytes += chunk.length;
      if (isDue()) await flush();
    },
    finish: async ({ hasTrailer } = { hasTrailer: false }) => {
      const { hashes } = hashing.digest();
      if (hasTrailer) buffered.push(Buffer.from(hashes.sha256, 'hex'));
      if (buffered.length > 0) await flush();
      await writing;
      await file.sync();
      return hashes;
    },
    discard: async () => {
      totalBufferedBytes -= bufferedBytes;
      buffered = [];
      bufferedBytes = 0;
      await writing.catch(() => {});
      await file.close();
      await ignoreMissing(unlink(path));
    },
  };
};
