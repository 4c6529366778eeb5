import type { BigIntStats } from 'node:fs';

/*
 * A seal is what the file system says of a file without reading it. Bytes cannot change while size, mtime, ctime
 * and inode stay the same, unless someone turns back the machine's clock; that is what the scrub is for.
 */

/** Size, both times and inode: differs as soon as anyone wrote, replaced, renamed or restored the file. */
export const fileSealOf = (stats: BigIntStats): string => `${contentSealOf(stats)}-${stats.ctimeNs}`;

/** The part of a seal that a rename or an unlink leaves alone. */
export const contentSealOf = (stats: BigIntStats): string => `${stats.size}-${stats.mtimeNs}-${stats.ino}`;

/** Whether a file is the one that was sealed, moved at most. */
export const hasSameContent = (stats: BigIntStats, seal: string): boolean =>
  seal.startsWith(`${contentSealOf(stats)}-`);
