import { stat } from 'node:fs/promises';
import { bounds } from '../../domain/model/bounds.ts';
import type { Hashes } from '../../domain/model/hashes.ts';
import { ignoreMissing } from './errors.ts';
import { contentSealOf, fileSealOf } from './file-seal.ts';

/*
 * An upload is hashed while it arrives; reading it again at publish would cost a second per gigabyte. So its seal is
 * cached with its hashes: a file with the same seal has the same bytes. Files received by another process, or changed
 * since, are read again.
 */

export interface UploadHashCache {
  /** The hashes of a file that was hashed here and has not changed since. */
  find(seal: string): Hashes | undefined;
  /** Moves a file that was just hashed, and caches its hashes if the target is that file. */
  moveAndCache(
    move: () => Promise<boolean>,
    at: { from: string; to: string; hashes: Hashes },
  ): Promise<boolean>;
}

export const createUploadHashCache = (): UploadHashCache => {
  const hashesBySeal = new Map<string, Hashes>();
  return {
    find: (seal) => hashesBySeal.get(seal),
    moveAndCache: async (move, { from, to, hashes }) => {
      const before = contentSealOf(await stat(from, { bigint: true }));
      if (!(await move())) return false;
      const stats = await ignoreMissing(stat(to, { bigint: true }));
      if (stats !== undefined && contentSealOf(stats) === before) {
        if (hashesBySeal.size >= bounds.rememberedProofs) hashesBySeal.clear();
        hashesBySeal.set(fileSealOf(stats), hashes);
      }
      return true;
    },
  };
};
