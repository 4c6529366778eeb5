import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digests } from '../../domain/model/artifact-facts.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { createHasher, type Hashes } from '../../domain/model/hashes.ts';
import { ignoreMissing } from './faults.ts';

const gatherBytes = 512 * 1024;
/** Bounds what a client that trickles single bytes can make us hold. */
const gatherPieces = 64;
/** What all files together have gathered and not written: where that is much, each writes what it has at once. */
let totalGatheredBytes = 0;

/** A temporary file that is hashed while it is written; at the end it is either moved away or dropped. */
export interface HashedFile {
  path: string;
  sizeBytes(): number;
  /** Gives the file its length before it is written. */
  reserve(bytes: number): Promise<void>;
  /** Takes a chunk; the chunk must not be changed afterwards. */
  add(chunk: Uint8Array): Promise<void>;
  /** Writes out the rest, and the SHA-256 behind it if it is to be a trailer; synced when it resolves. */
  finish(options?: { hasTrailer: boolean }): Promise<Hashes>;
  /** Closes, and removes the file if it is still under its temporary name. */
  discard(): Promise<void>;
}

const writeAll = async (file: FileHandle, pieces: Uint8Array[]): Promise<void> => {
  let { bytesWritten: written } = await file.writev(pieces);
  for (const piece of pieces) {
    // A disk that is nearly full may take less than it was given: the rest then says why.
    for (let from = Math.min(written, piece.length); from < piece.length; )
      from += (await file.write(piece, from)).bytesWritten;
    written = Math.max(0, written - piece.length);
  }
};

/**
 * Chunks are gathered to half a mebibyte, and one write is always under way while the next chunks arrive and are
 * hashed: disk, network and hash work at the same time, and no more than two gathers are held.
 */
export const createHashedFile = async (folder: string, wanted: Digests = {}): Promise<HashedFile> => {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o600);
  const hashing = createHasher(wanted);
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let sizeBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  const isDue = () =>
    gatheredBytes >= gatherBytes ||
    gathered.length >= gatherPieces ||
    totalGatheredBytes > bounds.uploadGatherBytes;
  const flush = async () => {
    await writing;
    const bytes = gatheredBytes;
    writing = writeAll(file, gathered).finally(() => {
      totalGatheredBytes -= bytes;
    });
    // The failure is met at the next flush; until then nobody waits for it.
    writing.catch(() => {});
    gathered = [];
    gatheredBytes = 0;
  };

  return {
    path,
    sizeBytes: () => sizeBytes,
    reserve: (bytes) => file.truncate(bytes),
    add: async (chunk) => {
      if (chunk.length === 0) return;
      hashing.update(chunk);
      sizeBytes += chunk.length;
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      totalGatheredBytes += chunk.length;
      if (isDue()) await flush();
    },
    finish: async ({ hasTrailer } = { hasTrailer: false }) => {
      const { hashes } = hashing.digest();
      if (hasTrailer) gathered.push(Buffer.from(hashes.sha256, 'hex'));
      if (gathered.length > 0) await flush();
      await writing;
      await file.sync();
      return hashes;
    },
    discard: async () => {
      totalGatheredBytes -= gatheredBytes;
      gathered = [];
      gatheredBytes = 0;
      await writing.catch(() => {});
      await file.close();
      await ignoreMissing(unlink(path));
    },
  };
};
