import { open } from 'node:fs/promises';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';
import { findBlockMapError, maxBlockMapBytes } from '../../discover/block-map.ts';
import { parseZsync, type ZsyncHead, zsyncHeadBytes } from '../../formats/zsync.ts';
import type { FeedCompanion } from '../readers/feed.ts';

/* No feed names these files: electron-builder's block maps, and zsync files. */

/** The checksums of a 5 GiB file fit into this. */
const maxZsyncBytes = 64 * 1024 * 1024;

interface MainFile {
  location: string;
  fileName: string;
  format: string;
}

const beside = ({ location, fileName }: MainFile, suffix: string, limitBytes: number): FeedCompanion => ({
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

export const blockMapCompanion = (whole: MainFile): FeedCompanion[] =>
  ['.exe', '.zip', '.dmg', '.AppImage'].includes(whole.format)
    ? [beside(whole, 'blockmap', maxBlockMapBytes)]
    : [];

export const zsyncCompanion = (whole: MainFile): FeedCompanion[] =>
  whole.format === '.AppImage'
    ? [
        {
          ...beside(whole, 'zsync', maxZsyncBytes),
          facts: { fileName: toSafeFileName(`${whole.fileName}.zsync`) },
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

/** The verified main file of a companion. */
export interface VerifiedMainFile {
  fileName: string | undefined;
  sizeBytes: number;
  sha1: string;
}

const findZsyncFault = async (path: string, main: VerifiedMainFile): Promise<string | undefined> => {
  const head = await readHead(path).catch(() => undefined);
  if (head === undefined) return 'it is not a zsync file';
  if (head.sha1 !== main.sha1) return 'it belongs to another file';
  return head.url === main.fileName ? undefined : `it tells clients to download ${head.url}`;
};

/** Undeclared companions are checked by content; undefined if the companion matches. */
export const findCompanionFault = async (
  path: string,
  { suffix }: FeedCompanion,
  main: VerifiedMainFile,
): Promise<string | undefined> =>
  suffix === 'zsync' ? await findZsyncFault(path, main) : await findBlockMapError(path, main.sizeBytes);
