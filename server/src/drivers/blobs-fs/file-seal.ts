import type { BigIntStats } from 'node:fs';

/*
 * A seal consists of file metadata. Bytes cannot change while size, mtime, ctime and inode stay the same, unless
 * someone sets back the machine's clock; the scrub detects that.
 */

/** Changes as soon as the file is written, replaced, renamed or restored. */
export const fileSealOf = (stats: BigIntStats): string => `${contentSealOf(stats)}-${stats.ctimeNs}`;

/** The part of a seal that does not change with a rename or unlink. */
export const contentSealOf = (stats: BigIntStats): string => `${stats.size}-${stats.mtimeNs}-${stats.ino}`;

/** Whether a file is the sealed one, possibly renamed. */
export const hasSameContent = (stats: BigIntStats, seal: string): boolean =>
  seal.startsWith(`${contentSealOf(stats)}-`);
