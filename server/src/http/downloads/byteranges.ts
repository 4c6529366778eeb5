import { randomBytes } from 'node:crypto';
import type { ByteRange } from '../../domain/ports/stored-bytes.ts';

/*
 * Framing of multipart/byteranges (RFC 9110 §14.6). zsync retries forever without the line break before the first
 * delimiter, and old electron-updaters reject parameters after the boundary.
 */

export interface MultipartFraming {
  contentType: string;
  /** The length of the whole body. */
  lengthBytes: number;
  /** The header of one part, in Latin-1: one character is one byte. */
  headOf(range: ByteRange): string;
  tail: string;
}

/** 120 random bits, so that no file contains the boundary by chance. */
export const makeBoundary = (): string =>
  randomBytes(15).toString('base64').replaceAll('+', 'a').replaceAll('/', 'b');

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
