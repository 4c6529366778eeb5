import { dirname } from 'node:path';
import type { Config } from './config/config.ts';
import { Refusal } from './domain/model/errors.ts';
import type { Blobs } from './domain/ports/blobs.ts';
import type { Disk } from './domain/ports/disk.ts';
import { openDisk } from './drivers/disk.ts';

/** The file systems that this machine keeps data on; none with PostgreSQL, none with S3. */
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

/** Whether uploads are refused on either. A disk that cannot be read is another fault, which is told elsewhere. */
export const isAnyDiskLow = async ({ storage, database }: Disks): Promise<boolean> => {
  const low = await Promise.allSettled([storage?.isLow(), database?.isLow()]);
  return low.some((result) => result.status === 'fulfilled' && result.value === true);
};

/** Throws Refusal 'storage-full' where a new artifact would use the reserve of the storage, or the database uses its own. */
export const createRequireSpace =
  ({ database }: Disks, blobs: Pick<Blobs, 'requireSpace'>) =>
  async (bytes: number): Promise<void> => {
    if ((await database?.isLow()) === true)
      throw new Refusal('storage-full', 'The disk that holds the database is nearly full.');
    await blobs.requireSpace(bytes);
  };
