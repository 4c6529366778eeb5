import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';

/*
 * No feed declares the hash of a block map. electron-updater verifies the SHA-512 of the assembled file and downloads
 * the whole file on a mismatch, so a wrong map only costs bandwidth. It is enough to check the format and the total
 * size of the blocks.
 */

/** About a hundred times the map of a large installer. */
export const maxBlockMapBytes = 16 * 1024 * 1024;
const maxTextBytes = 64 * 1024 * 1024;

const unpackGzip = promisify(gunzip) as (bytes: Buffer, options: object) => Promise<Buffer>;
const unpackRaw = promisify(inflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer>;

const unpack = async (bytes: Buffer): Promise<string> => {
  const options = { maxOutputLength: maxTextBytes };
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (await (isGzip ? unpackGzip : unpackRaw)(bytes, options)).toString('utf8');
};

const blockBytes = (text: string): number => {
  const { files } = JSON.parse(text) as { files?: { sizes?: unknown }[] };
  const sizes = (files ?? []).flatMap((file) =>
    Array.isArray(file?.sizes) ? (file.sizes as unknown[]) : [],
  );
  return sizes.reduce((sum: number, size) => sum + Number(size), 0);
};

/** Undefined if the file is a valid block map; the size is checked only if known. */
export const findBlockMapError = async (
  path: string,
  sizeBytes: number | undefined,
): Promise<string | undefined> => {
  try {
    const bytes = await readFile(path);
    if (bytes.length > maxBlockMapBytes) return 'it is too large for a block map';
    const total = blockBytes(await unpack(bytes));
    if (total === (sizeBytes ?? total)) return undefined;
    return 'its blocks do not match the file';
  } catch {
    return 'it is not a block map';
  }
};
