import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { Digests } from '../../../domain/model/artifact-facts.ts';
import { createHasher, type ExtraHashes, type HashResult } from '../../../domain/model/hashes.ts';
import { lowerThreadPriority } from '../../../node/thread-priority.ts';

/*
 * Reads and hashes open files on a separate thread: hashing a gibibyte takes seconds, which would delay checks. Files
 * take turns, so a large one does not hold up a small one.
 */

export interface HashTask {
  /** The caller keeps it open until the reply. */
  fd: number;
  lengthBytes: number;
  digests: Digests;
  watch: ExtraHashes;
}

export type HashRequest = HashTask & { id: number };

/** A serializable error to pass between threads. */
export interface HashWireError {
  message: string;
  code: string | undefined;
}

export type HashReply = { id: number } & ({ found: HashResult } | { error: HashWireError });

/** Fits into a core's cache, so that the second hash reads no main memory. */
const pieceBytes = 256 * 1024;

const hash = async ({ fd, lengthBytes, digests, watch }: HashTask): Promise<HashResult> => {
  const hashing = createHasher(digests, watch);
  const buffer = Buffer.allocUnsafeSlow(pieceBytes);
  for (let position = 0; position < lengthBytes; ) {
    const bytesRead = readSync(fd, buffer, 0, Math.min(pieceBytes, lengthBytes - position), position);
    if (bytesRead === 0) break;
    hashing.update(buffer.subarray(0, bytesRead));
    position += bytesRead;
    await setImmediate();
  }
  return hashing.digest();
};

const runRequest = async ({ id, ...order }: HashRequest): Promise<HashReply> => {
  try {
    return { id, found: await hash(order) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { id, error: { message, code } };
  }
};

const port = parentPort;
if (port) {
  lowerThreadPriority();
  port.on('message', async (request: HashRequest) => port.postMessage(await runRequest(request)));
}
