import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../domain/model/errors.ts';
import type { Disk } from '../../domain/ports/disk.ts';
import { ignoreMissing } from './errors.ts';
import type { HashedFile } from './hashed-file.ts';

/*
 * Uploads leave a disk reserve free. An upload claims its declared size first: its temporary file gets that length as a
 * sparse file, and the missing blocks of all temporary files count as used. So processes that share the folder see each
 * other's claims, and a crash leaves no permanent claim.
 */

/** A temporary file unchanged for longer belongs to a process that died. */
const claimMs = 5 * 60_000;
const scanMs = 1000;
/** Other processes may have claimed as much as this one since the last scan. */
const plenty = 4;
const blockBytes = 512;
/** How much an upload writes between two checks of the disk, which other programs fill too. */
const lookEveryBytes = 1024 * 1024;

export interface UploadSpace {
  /** Throws Refusal 'storage-full' unless the bytes fit above the reserve, next to all current uploads. */
  require(bytes: number): Promise<void>;
  /** The same, and reserves the bytes for the file until it is written or discarded. */
  claim(file: HashedFile, bytes: number): Promise<void>;
  /** Call it while a file is written: throws Refusal 'storage-full' once the reserve is touched. */
  watch(file: HashedFile): () => Promise<void>;
}

const full = () =>
  new Refusal('storage-full', 'Not enough free disk space on the server. The upload was discarded.');

const free: UploadSpace = {
  require: async () => undefined,
  claim: async () => undefined,
  watch: () => async () => undefined,
};

/** The sum of claimed bytes that temporary files do not have on disk yet. */
const scanClaims = async (folder: string): Promise<number> => {
  let bytes = 0;
  for (const name of await readdir(folder)) {
    const stats = await ignoreMissing(stat(join(folder, name)));
    if (stats?.isFile() !== true || stats.mtimeMs < Date.now() - claimMs) continue;
    bytes += Math.max(0, stats.size - stats.blocks * blockBytes);
  }
  return bytes;
};

export const createUploadSpace = (root: string, disk: Disk | undefined): UploadSpace => {
  if (disk === undefined) return free;
  const folder = join(root, 'tmp');
  let scannedAtMs = Number.NEGATIVE_INFINITY;
  let claimed = 0;
  let last: Promise<void> = Promise.resolve();

  const fits = async (bytes: number, times = 1): Promise<boolean> => {
    const { freeBytes, reserveBytes } = await disk.read();
    return freeBytes - (claimed + bytes) * times >= reserveBytes;
  };
  const scan = async (): Promise<void> => {
    scannedAtMs = performance.now();
    claimed = await scanClaims(folder);
  };

  /** A scan reads every temporary file, so an older result is reused while there is plenty of space. */
  const requireSpace = async (bytes: number): Promise<void> => {
    if (performance.now() - scannedAtMs < scanMs && (await fits(bytes, plenty))) return;
    await scan();
    if (!(await fits(bytes))) throw full();
  };

  return {
    require: requireSpace,
    claim: (file, bytes) => {
      // Sequential: each claim sees the earlier ones.
      const next = last
        .catch(() => undefined)
        .then(async () => {
          await requireSpace(bytes);
          await file.reserve(bytes);
          claimed += bytes;
        });
      last = next;
      return next;
    },
    watch: (file) => {
      let lookedAtBytes = 0;
      return async () => {
        if (file.sizeBytes() - lookedAtBytes < lookEveryBytes) return;
        lookedAtBytes = file.sizeBytes();
        if (await disk.isLow()) throw full();
      };
    },
  };
};
