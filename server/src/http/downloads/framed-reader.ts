import type { BlobReader, ByteRange } from '../../domain/ports/stored-bytes.ts';
import type { MultipartFraming } from './byteranges.ts';

/*
 * Combines several ranges and their framing into one stream, so that the sender stays the only writer. The storage
 * reads into one buffer between the part headers: few large writes, no copies. A slow client holds only that buffer.
 */

const smallBytes = 64 * 1024;
const largeBytes = 256 * 1024;
/** Pieces per storage read; between reads it checks whether the client is still connected. */
const piecesAtOnce = 8;

/** `maxBytes` must be at least 1 KiB. */
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
  /** The next byte of the range; undefined if its part header comes first. */
  let position: number | undefined;

  const fit = (maxBytes: number): Buffer => {
    const size = Math.min(maxBytes > largeBytes ? largeBytes : smallBytes, maxBytes, framing.lengthBytes);
    if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(size);
    return buffer.subarray(0, maxBytes);
  };

  /** Writes the pending part header if it fits with at least one byte; returns its length. */
  const putHead = (target: Buffer, range: ByteRange): number => {
    if (position !== undefined) return 0;
    const head = framing.headOf(range);
    if (head.length >= target.length) return 0;
    position = range.start;
    return target.write(head, 'latin1');
  };

  /** Assigns buffer space to the next pieces; returns them and the space used, headers included. */
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
      // Reserve space for the tail: electron-updater stalls if it arrives alone.
      const space = target.subarray(0, target.length - framing.tail.length);
      let filled = 0;
      while (isWanted()) {
        const { pieces, length } = layOut(space.subarray(filled));
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
