import { randomBytes } from 'node:crypto';
import type { ByteRange } from '../../domain/ports/blobs.ts';

/*
 * The framing of multipart/byteranges (RFC 9110 §14.6). Real clients are particular: zsync asks for ever where the line
 * break before the first delimiter is missing, and old electron-updaters take nothing behind the boundary.
 */

/** What stands around the ranges of an answer. */
export interface MultipartFraming {
  contentType: string;
  /** The length of the whole body. */
  lengthBytes: number;
  /** What stands before the bytes of a range; one character is one byte, as in all of it. */
  headOf(range: ByteRange): string;
  tail: string;
}

/** Twenty letters and digits of 120 random bits: nothing that could stand in a file by chance. */
export const makeBoundary = (): string =>
  randomBytes(15).toString('base64').replaceAll('+', 'a').replaceAll('/', 'b');

/** Frames ranges of a file of this type and size. */
export const frameByteRanges = (
  ranges: readonly ByteRange[],
  { contentType, sizeBytes }: { contentType: string; sizeBytes: number },
  boundary = makeBoundary(),
): MultipartFraming => {
  const before = `\r\n--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Range: bytes `;
  const after = `/${sizeBytes}\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  let lengthBytes = tail.length;
  for (const { start, end } of ranges)
    lengthBytes += before.length + `${start}-${end}`.length + after.length + end - start + 1;
  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    lengthBytes,
    headOf: ({ start, end }) => `${before}${start}-${end}${after}`,
    tail,
  };
};
