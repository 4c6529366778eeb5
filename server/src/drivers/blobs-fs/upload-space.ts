import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../../domain/model/errors.ts';
import type { Disk } from '../../domain/ports/disk.ts';
import { ignoreMissing } from './faults.ts';
import type { HashedFile } from './hashed-file.ts';

/*
 * Uploads leave a reserve of the disk free. An upload claims its declared size before it writes: its temporary file gets
 * that length at once, as a hole, and what the holes of all temporary files still lack is taken. So several processes
 * that share the folder see each other's claims, and a crash leaves none that lasts.
 */

/** A temporary file that has not changed for longer belongs to nobody: a process that died. */
const claimMs = 5 * 60_000;
const scanMs = 1000;
/** Other processes may have claimed as much as this one since the last scan. */
const plenty = 4;
const blockBytes = 512;
/** How much an upload writes between two looks at the disk, which others fill, too. */
const lookEveryBytes = 1024 * 1024;

export interface UploadSpace {
  /** Throws Refusal 'storage-full' unless so many bytes fit above the reserve, beside all uploads under way. */
  require(bytes: number): Promise<void>;
  /** The same, and holds them for the file until it is written or discarded. */
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

/** What temporary files were promised and do not have yet. */
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

  /** A scan reads every temporary file, so an older one has to do while there is room for much more than is claimed. */
  const requireSpace = async (bytes: number): Promise<void> => {
    if (performance.now() - scannedAtMs < scanMs && (await fits(bytes, plenty))) return;
    await scan();
    if (!(await fits(bytes))) throw full();
  };

  return {
    require: requireSpace,
    claim: (file, bytes) => {
      // One after the other: each sees the claims before it.
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
