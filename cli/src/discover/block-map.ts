import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, inflateRaw } from 'node:zlib';

/*
 * No feed declares a hash of a block map. Whatever is in one, electron-updater compares the SHA-512 of the file that it
 * put together, and takes the whole file where they differ: a wrong map costs bytes, and is never believed. So it is
 * enough here that it is one, and that its blocks make up a file of the right size.
 */

/** Some hundred times as much as the map of a large installer has. */
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

/** Why a file is not the block map of one with that size, or of any where that is not known; undefined where it is. */
export const findBlockMapError = async (
  path: string,
  sizeBytes: number | undefined,
): Promise<string | undefined> => {
  try {
    const bytes = await readFile(path);
    if (bytes.length > maxBlockMapBytes) return 'it is too large for a block map';
    const total = blockBytes(await unpack(bytes));
    if (total === (sizeBytes ?? total)) return undefined;
    return 'its blocks do not make up the file';
  } catch {
    return 'it is no block map';
  }
};
