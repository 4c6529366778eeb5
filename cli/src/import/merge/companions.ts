import { open } from 'node:fs/promises';
import { safeName } from '@slipway/build-files/location.ts';
import { findBlockMapFault, maxBlockMapBytes } from '../../discover/block-map.ts';
import { parseZsync, type ZsyncHead, zsyncHeadBytes } from '../../formats/zsync.ts';
import type { NamedCompanion } from '../readers/feed.ts';

/* Files that lie beside another and that no feed names: electron-builder's block maps, and zsync files. */

/** What the sums of a file of 5 GiB take. */
const maxZsyncBytes = 64 * 1024 * 1024;

interface Whole {
  location: string;
  fileName: string;
  format: string;
}

const beside = ({ location, fileName }: Whole, suffix: string, limitBytes: number): NamedCompanion => ({
  location: `${location.replace(/[?#].*$/, '')}.${suffix}`,
  fileName: `${fileName}.${suffix}`,
  sizeBytes: undefined,
  limitBytes,
  hashes: {},
  signature: undefined,
  suffix,
  facts: {},
  isOptional: true,
  isUndeclared: true,
});

/** The block map of a file that electron-builder made. */
export const blockMapBeside = (whole: Whole): NamedCompanion[] =>
  ['.exe', '.zip', '.dmg', '.AppImage'].includes(whole.format)
    ? [beside(whole, 'blockmap', maxBlockMapBytes)]
    : [];

/** The zsync file of an AppImage. */
export const zsyncBeside = (whole: Whole): NamedCompanion[] =>
  whole.format === '.AppImage'
    ? [
        {
          ...beside(whole, 'zsync', maxZsyncBytes),
          facts: { fileName: safeName(`${whole.fileName}.zsync`) },
        },
      ]
    : [];

const readHead = async (path: string): Promise<ZsyncHead> => {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(zsyncHeadBytes), 0, zsyncHeadBytes, 0);
    return parseZsync(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
};

/** The file that a companion goes with, proven. */
export interface Main {
  fileName: string | undefined;
  sizeBytes: number;
  sha1: string;
}

const findZsyncFault = async (path: string, main: Main): Promise<string | undefined> => {
  const head = await readHead(path).catch(() => undefined);
  if (head === undefined) return 'it is no zsync file';
  if (head.sha1 !== main.sha1) return 'it was made for another file';
  return head.url === main.fileName ? undefined : `it tells clients to download ${head.url}`;
};

/** Why a file that nothing declares does not go with the other; undefined where it does. */
export const findBesideFault = async (
  path: string,
  { suffix }: NamedCompanion,
  main: Main,
): Promise<string | undefined> =>
  suffix === 'zsync' ? await findZsyncFault(path, main) : await findBlockMapFault(path, main.sizeBytes);
