import { read } from 'node:fs';
import { Refusal } from '../../domain/model/errors.ts';
import type { BlobReader, ByteRange } from '../../domain/ports/stored-bytes.ts';
import { type BufferPool, needsLargeBuffer } from './buffer-pool.ts';
import type { SharedDescriptor } from './descriptor-cache.ts';
import { fileErrorToRefusal } from './errors.ts';
import { hasSameContent } from './file-seal.ts';

const damaged = () => new Refusal('artifact-damaged', 'The stored bytes changed while they were read.');

const readInto = (fd: number, target: Uint8Array, position: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const readFrom = (at: number): void =>
      read(fd, target, at, target.length - at, position + at, (error, bytesRead) => {
        if (error !== null) reject(error);
        else if (bytesRead === 0) reject(damaged());
        else if (at + bytesRead < target.length) readFrom(at + bytesRead);
        else resolve();
      });
    readFrom(0);
  });

/** Waits for all even if one fails: the others still write into their buffers. */
const allDone = async (pending: readonly Promise<void>[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(pending))
    if (outcome.status === 'rejected') throw outcome.reason;
};

/**
 * Reads ranges by position from a shared descriptor into its own buffer, small until the caller asks for more. Closing
 * waits for the current read and then recycles the buffer, so its bytes must be written out by then.
 */
export const createFileReader = (
  descriptor: SharedDescriptor,
  buffers: BufferPool,
  ranges: readonly ByteRange[],
): BlobReader => {
  let index = 0;
  let position = ranges[0]?.start ?? 0;
  let buffer: Buffer | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let closed = false;

  const fit = (requested: number): Buffer => {
    if (buffer !== undefined && needsLargeBuffer(requested) !== needsLargeBuffer(buffer.length)) {
      buffers.release(buffer);
      buffer = undefined;
    }
    buffer ??= buffers.acquire(requested);
    return buffer;
  };

  const advance = (bytes: number): void => {
    position += bytes;
    if (position <= (ranges[index]?.end ?? 0)) return;
    index += 1;
    position = ranges[index]?.start ?? position;
  };

  /** Checks before the last chunk whether the file was written to meanwhile. (Removed or renamed is fine.) */
  const demandUnchanged = async (): Promise<void> => {
    const stats = await descriptor.file.stat({ bigint: true });
    if (!hasSameContent(stats, descriptor.seal)) throw damaged();
  };

  const piece = async (target: Buffer, length: number): Promise<Uint8Array> => {
    const { bytesRead } = await descriptor.file.read(target, 0, length, position);
    // The file was truncated while it was read; ending here would look like a complete response.
    if (bytesRead === 0) throw damaged();
    advance(bytesRead);
    if (index === ranges.length) await demandUnchanged();
    return target.subarray(0, bytesRead);
  };

  /** In parallel: waking a thread per range is most of the cost of a short one. */
  const fill = async (pieces: readonly Uint8Array[]): Promise<void> => {
    const pending = pieces.map((target) => {
      const from = position;
      advance(target.length);
      return readInto(descriptor.file.fd, target, from);
    });
    await allDone(pending);
    if (index === ranges.length) await demandUnchanged();
  };

  const watched = async <T>(pending: Promise<T>): Promise<T> => {
    reading = pending.catch(() => {});
    try {
      return await pending;
    } catch (error) {
      throw fileErrorToRefusal(error);
    }
  };

  return {
    next: async (maxBytes) => {
      // Throws, since undefined would look like the end of the file.
      if (closed) throw new Error('the reader is closed');
      const range = ranges[index];
      if (range === undefined) return undefined;
      const requested = Math.max(1, Math.min(maxBytes, range.end - position + 1));
      const target = fit(requested);
      return watched(piece(target, Math.min(requested, target.length)));
    },
    fill: async (pieces) => {
      if (closed) throw new Error('the reader is closed');
      await watched(fill(pieces));
    },
    close: async () => {
      if (closed) return;
      closed = true;
      await reading;
      if (buffer !== undefined) buffers.release(buffer);
      buffer = undefined;
      await descriptor.release();
    },
  };
};
