import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '../../domain/nouns/artifact.ts';
import { bounds } from '../../domain/nouns/bounds.ts';
import type { Digests } from '../../domain/nouns/facts.ts';
import {
  createHashing,
  type Found,
  type Hashes,
  hashedAtOnce,
  type Watch,
} from '../../domain/nouns/hashes.ts';
import { ifThere } from './faults.ts';
import type { HashingThread } from './hashing/thread.ts';
import { bytesOf } from './seal.ts';

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
  const hashing = createHashing(wanted);
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
      hashing.update(chunk);
      sizeBytes += chunk.length;
      gathered.push(chunk);
      gatheredBytes += chunk.length;
      heldInAll += chunk.length;
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
      heldInAll -= gatheredBytes;
      gathered = [];
      gatheredBytes = 0;
      await writing.catch(() => {});
      await file.close();
      await ifThere(unlink(path));
    },
  };
};

/** Calls back with the file's bytes in pieces of so many at most; a piece is valid during the call. */
export const readThrough = async (
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

/** What reading a file found. */
export interface Reading extends Found {
  stats: BigIntStats;
}

/** Who reads a file, and what else is wanted of it. */
export interface ReadBy {
  thread: HashingThread;
  watch?: Watch | undefined;
}

/** Smaller files are read here: to ask another thread would take longer. */
const smallBytes = 4 * 1024 * 1024;

type Hashed = Pick<Content, 'sizeBytes' | 'digests'>;

const hashHere = async (file: FileHandle, content: Hashed, watch: Watch | undefined): Promise<Found> => {
  const hashing = createHashing(content.digests, watch);
  const pieceBytes = hashedAtOnce(content.digests, watch);
  await readThrough(file, { lengthBytes: content.sizeBytes, pieceBytes }, hashing.update);
  return hashing.digest();
};

/** Reads a file and says which hashes it has; undefined when it is not there, or its size is another one already. */
export const hashFile = async (
  path: string,
  content: Hashed,
  { thread, watch }: ReadBy,
): Promise<Reading | 'size-differs' | undefined> => {
  const { sizeBytes, digests } = content;
  const file = await ifThere(open(path, 'r'));
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat({ bigint: true });
    if (stats.size !== BigInt(sizeBytes)) return 'size-differs';
    const found =
      sizeBytes <= smallBytes
        ? await hashHere(file, content, watch)
        : await thread.hash({ fd: file.fd, lengthBytes: sizeBytes, digests, watch: watch ?? [] });
    // Someone who writes while we read would get a proof for bytes that are no longer there. (A rename is fine:
    // another publish of the same release may be moving the file just now.)
    const still = bytesOf(await file.stat({ bigint: true })) === bytesOf(stats);
    return { stats, ...found, ...(!still && { hashes: { sha256: 'changed while it was read' } }) };
  } finally {
    await file.close();
  }
};
