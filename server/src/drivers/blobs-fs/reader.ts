import { Refusal } from '../../domain/nouns/errors.ts';
import type { BlobReader, ByteRange } from '../../domain/ports/blobs.ts';
import { type Buffers, isForLarge } from './buffers.ts';
import type { Descriptor } from './descriptors.ts';
import { asRefusal } from './faults.ts';
import { isMoved } from './seal.ts';

const damaged = () => new Refusal('artifact-damaged', 'The stored bytes changed while they were read.');

/**
 * Reads a range by position from a shared descriptor into one buffer of its own, small until the caller asks for
 * more. Closing waits for the read under way and then gives the buffer to others: it must be written out by then.
 */
export const createReader = (descriptor: Descriptor, buffers: Buffers, range: ByteRange): BlobReader => {
  let position = range.start;
  let buffer: Buffer | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let closed = false;

  const fit = (wanted: number): Buffer => {
    if (buffer !== undefined && isForLarge(wanted) !== isForLarge(buffer.length)) {
      buffers.give(buffer);
      buffer = undefined;
    }
    buffer ??= buffers.take(wanted);
    return buffer;
  };

  const piece = async (target: Buffer, length: number): Promise<Uint8Array> => {
    const { bytesRead } = await descriptor.file.read(target, 0, length, position);
    // A file that was cut short under us; ending here would look like a complete answer.
    if (bytesRead === 0) throw damaged();
    // Before the last piece goes out: was the file written to meanwhile? (Removed or renamed is fine.)
    if (position + bytesRead > range.end) {
      const stats = await descriptor.file.stat({ bigint: true });
      if (!isMoved(stats, descriptor.seal)) throw damaged();
    }
    position += bytesRead;
    return target.subarray(0, bytesRead);
  };

  return {
    next: async (maxBytes) => {
      // Not undefined: whoever closes early must not take it for the end.
      if (closed) throw new Error('the reader is closed');
      if (position > range.end) return undefined;
      const wanted = Math.max(1, Math.min(maxBytes, range.end - position + 1));
      const target = fit(wanted);
      const pending = piece(target, Math.min(wanted, target.length));
      reading = pending.catch(() => {});
      try {
        return await pending;
      } catch (error) {
        throw asRefusal(error);
      }
    },
    close: async () => {
      if (closed) return;
      closed = true;
      await reading;
      if (buffer !== undefined) buffers.give(buffer);
      buffer = undefined;
      await descriptor.release();
    },
  };
};
