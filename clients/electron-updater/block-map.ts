import { createHash } from 'node:crypto';
import { deflateRawSync, gzipSync } from 'node:zlib';

/*
 * Block maps as electron-builder writes them: the hash of each block of a file. The client compares the maps of the old
 * and the new file and downloads only new blocks.
 */

const usualBlockBytes = 16 * 1024;

const checksumOf = (block: Buffer): string =>
  createHash('sha256').update(block).digest('base64').slice(0, 24);

const mapOf = (bytes: Buffer, blockBytes: number): string => {
  const starts = Array.from(
    { length: Math.ceil(bytes.length / blockBytes) },
    (_, index) => index * blockBytes,
  );
  const blocks = starts.map((start) => bytes.subarray(start, start + blockBytes));
  const [sizes, checksums] = [blocks.map(({ length }) => length), blocks.map(checksumOf)];
  return JSON.stringify({ version: '2', files: [{ name: 'file', offset: 0, checksums, sizes }] });
};

/** The separate map file of an installer. */
export const blockMapOf = (bytes: Buffer, blockBytes = usualBlockBytes): Buffer =>
  gzipSync(mapOf(bytes, blockBytes));

/** An AppImage, which ends with its map and the map's length. */
export const withBlockMap = (bytes: Buffer): { bytes: Buffer; blockMapSize: number } => {
  const map = deflateRawSync(mapOf(bytes, usualBlockBytes));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(map.length);
  return { bytes: Buffer.concat([bytes, map, length]), blockMapSize: map.length };
};
