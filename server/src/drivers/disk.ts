import { statfs } from 'node:fs/promises';
import type { Disk, DiskSpace } from '../domain/ports/disk.ts';

const MiB = 1024 * 1024;
const [leastReserveBytes, mostReserveBytes] = [4 * MiB, 256 * MiB];
const reserveShare = 0.1;

/** The file system of an existing path. The default reserve is a tenth of it, from 4 to 256 MiB. */
export const openDisk = (path: string, reserveBytes?: number): Disk => {
  const read = async (): Promise<DiskSpace> => {
    const { bavail, blocks, bsize } = await statfs(path);
    const share = Math.min(blocks * bsize * reserveShare, mostReserveBytes);
    return {
      freeBytes: bavail * bsize,
      reserveBytes: reserveBytes ?? Math.floor(Math.max(share, leastReserveBytes)),
    };
  };
  const isLow = async (): Promise<boolean> => {
    const { freeBytes, reserveBytes: reserve } = await read();
    return freeBytes < reserve;
  };
  return { read, isLow };
};
