import { createHash, randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { bounds } from '../../domain/nouns/bounds.ts';
import { ifThere } from './faults.ts';
import { bytesOf } from './seal.ts';

const pieceBytes = 1024 * 1024;
const gatherBytes = 512 * 1024;
/** Bounds what a client that trickles single bytes can make us hold. */
const gatherPieces = 64;
/** What all files together have gathered and not written: where that is much, each writes what it has at once. */
let heldInAll = 0;

/** A temporary file that is hashed while it is written; at the end it is either moved away or dropped. */
export interface HashedFile {
  path: string;
  sizeBytes(): number;
  /** Takes a chunk; the chunk must not be changed afterwards. */
  add(chunk: Uint8Array): Promise<void>;
  /** Writes out the rest, and the trailer that is made from the hash; synced when it resolves. */
  finish(trailer?: (digest: Buffer) => Uint8Array): Promise<string>;
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
export const createHashedFile = async (folder: string): Promise<HashedFile> => {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let sizeBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  const isDue = () =>
    gatheredBytes >= gatherBytes || gathered.length >= gatherPieces || heldInAll > bounds.uploadGatherBytes;
  const flush = async () => {
    await writing;
    const bytes = gatheredBytes;
    writing = writeAll(file, gathered).finally(() => {
      heldInAll -= bytes;
    });
    // The failure is met at the next flush; until then nobody waits for it.
    writing.catch(() => {});
    gathered = [];
    gatheredBytes = 0;
  };

  return {
    path,
    sizeBytes: () => sizeBytes,
    add: async (chunk) => {
      if (chunk.length === 0) return;
      hash.update(chunk);
      sizeBytes += chunk.length;
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      heldInAll += chunk.length;
      if (isDue()) await flush();
    },
    finish: async (trailer) => {
      const digest = hash.digest();
      if (trailer !== undefined) gathered.push(trailer(digest));
      if (gathered.length > 0) await flush();
      await writing;
      await file.sync();
      return digest.toString('hex');
    },
    discard: async () => {
      heldInAll -= gatheredBytes;
      gathered = [];
      gatheredBytes = 0;
      await writing.catch(() => {});
      await file.close();
      await ifThere(unlink(path));
    },
  };
};

/** Calls back with the file's bytes in pieces of a mebibyte; a piece is valid during the call. */
export const readThrough = async (
  file: FileHandle,
  lengthBytes: number,
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

/** What reading a file found. */
export interface Reading {
  stats: BigIntStats;
  sha256: string;
}

/** Reads a file and says which hash it has; undefined when it is not there, or its size is another one already. */
export const hashFile = async (
  path: string,
  sizeBytes: number,
): Promise<Reading | 'size-differs' | undefined> => {
  const file = await ifThere(open(path, 'r'));
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat({ bigint: true });
    if (stats.size !== BigInt(sizeBytes)) return 'size-differs';
    const hash = createHash('sha256');
    await readThrough(file, sizeBytes, (piece) => void hash.update(piece));
    // Someone who writes while we read would get a proof for bytes that are no longer there. (A rename is fine:
    // another publish of the same release may be moving the file just now.)
    const still = bytesOf(await file.stat({ bigint: true })) === bytesOf(stats);
    return { stats, sha256: still ? hash.digest('hex') : 'changed while it was read' };
  } finally {
    await file.close();
  }
};
