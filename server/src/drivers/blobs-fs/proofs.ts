import { stat } from 'node:fs/promises';
import { bounds } from '../../domain/model/bounds.ts';
import type { Hashes } from '../../domain/model/hashes.ts';
import { ignoreMissing } from './faults.ts';
import { contentSealOf, fileSealOf } from './seal.ts';

/*
 * An upload is hashed while it arrives; to read it again at publish would cost a second for each gigabyte. So the seal
 * of what was put in place is remembered with its hashes: a file that still has the seal has the bytes. Whatever was
 * received by another process, or touched since, is read.
 */

export interface UploadHashCache {
  /** The hashes of a file that was hashed here, if nobody touched it since. */
  find(seal: string): Hashes | undefined;
  /** Runs a move of a file that was just hashed, and remembers what then lies at its place, if it is that file. */
  around(move: () => Promise<boolean>, at: { from: string; to: string; hashes: Hashes }): Promise<boolean>;
}

export const createUploadHashCache = (): UploadHashCache => {
  const known = new Map<string, Hashes>();
  return {
    find: (seal) => known.get(seal),
    around: async (move, { from, to, hashes }) => {
      const before = contentSealOf(await stat(from, { bigint: true }));
      if (!(await move())) return false;
      const stats = await ignoreMissing(stat(to, { bigint: true }));
      if (stats !== undefined && contentSealOf(stats) === before) {
        if (known.size >= bounds.rememberedProofs) known.clear();
        known.set(fileSealOf(stats), hashes);
      }
      return true;
    },
  };
};
