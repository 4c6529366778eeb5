import { dirname } from 'node:path';
import type { Config } from './config/config.ts';
import { Refusal } from './domain/model/errors.ts';
import type { Disk } from './domain/ports/disk.ts';
import type { Uploads } from './domain/ports/uploads.ts';
import { openDisk } from './drivers/disk.ts';

/** The file systems that hold this server's data; none with PostgreSQL and S3. */
export interface Disks {
  storage: Disk | undefined;
  database: Disk | undefined;
}

export const openDisks = ({
  storage,
  database,
  diskReserveBytes,
}: Pick<Config, 'storage' | 'database' | 'diskReserveBytes'>): Disks => ({
  storage: storage.kind === 'files' ? openDisk(storage.root, diskReserveBytes) : undefined,
  database: database.kind === 'sqlite' ? openDisk(dirname(database.file), diskReserveBytes) : undefined,
});

/** Whether uploads are refused on either. An unreadable disk is a different fault, reported elsewhere. */
export const isAnyDiskLow = async ({ storage, database }: Disks): Promise<boolean> => {
  const low = await Promise.allSettled([storage?.isLow(), database?.isLow()]);
  return low.some((result) => result.status === 'fulfilled' && result.value === true);
};

/** Throws Refusal 'storage-full' if a new artifact would use the storage's reserve, or the database is in its own. */
export const createRequireSpace =
  ({ database }: Disks, blobs: Pick<Uploads, 'requireSpace'>) =>
  async (bytes: number): Promise<void> => {
    if ((await database?.isLow()) === true)
      throw new Refusal('storage-full', 'The disk that holds the database is nearly full.');
    await blobs.requireSpace(bytes);
  };
