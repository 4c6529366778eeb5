import type { BlobReader, ByteRange } from '../../domain/ports/blobs.ts';
import type { MultipartFraming } from './byteranges.ts';

/*
 * Makes one stream of the bytes of several ranges and their framing, so that the sender stays the only writer. Heads
 * are laid out in one buffer and the storage puts the bytes between them: a write costs the same however little is
 * written, and nothing is copied. A client that stops reading holds that one buffer.
 */

const smallBytes = 64 * 1024;
const largeBytes = 256 * 1024;
/** As many pieces as the storage is asked for at once; in between it is seen whether anyone still waits. */
const piecesAtOnce = 8;

/** Reads ranges with their framing; pieces of fewer than 1 KiB cannot be asked for. */
export const createFramedReader = (
  reader: Pick<BlobReader, 'fill' | 'close'>,
  {
    ranges,
    framing,
    isWanted,
  }: { ranges: readonly ByteRange[]; framing: MultipartFraming; isWanted(): boolean },
): Pick<BlobReader, 'next' | 'close'> => {
  let buffer: Buffer = Buffer.alloc(0);
  let index = 0;
  /** The next byte of the range; undefined while its head is due. */
  let position: number | undefined;

  const fit = (maxBytes: number): Buffer => {
    const wanted = Math.min(maxBytes > largeBytes ? largeBytes : smallBytes, maxBytes, framing.lengthBytes);
    if (buffer.length < wanted) buffer = Buffer.allocUnsafeSlow(wanted);
    return buffer.subarray(0, maxBytes);
  };

  /** Writes the head that is due, where there is room for it and for a byte; tells how long it is. */
  const putHead = (target: Buffer, range: ByteRange): number => {
    if (position !== undefined) return 0;
    const head = framing.headOf(range);
    if (head.length >= target.length) return 0;
    position = range.start;
    return target.write(head, 'latin1');
  };

  /** Lays out as many pieces as are asked for at once; tells how much of the memory they take, heads included. */
  const layOut = (target: Buffer): { pieces: Buffer[]; length: number } => {
    const pieces: Buffer[] = [];
    let length = 0;
    for (
      let range = ranges[index];
      range !== undefined && pieces.length < piecesAtOnce;
      range = ranges[index]
    ) {
      length += putHead(target.subarray(length), range);
      if (position === undefined || length === target.length) break;
      const bytes = Math.min(target.length - length, range.end + 1 - position);
      pieces.push(target.subarray(length, length + bytes));
      length += bytes;
      position += bytes;
      if (position <= range.end) continue;
      position = undefined;
      index += 1;
    }
    return { pieces, length };
  };

  return {
    next: async (maxBytes) => {
      if (index === ranges.length) return undefined;
      const target = fit(maxBytes);
      // Room is kept for the end: electron-updater stalls where it comes by itself.
      const room = target.subarray(0, target.length - framing.tail.length);
      let filled = 0;
      while (isWanted()) {
        const { pieces, length } = layOut(room.subarray(filled));
        if (pieces.length === 0) break;
        await reader.fill(pieces);
        filled += length;
      }
      if (index === ranges.length) filled += target.write(framing.tail, filled, 'latin1');
      return filled === 0 ? undefined : target.subarray(0, filled);
    },
    close: () => reader.close(),
  };
};
