import { stat } from 'node:fs/promises';
import { ifThere } from './faults.ts';
import { bytesOf, sealOf } from './seal.ts';

/*
 * An upload is hashed while it arrives; to read it again at publish would cost a second for each gigabyte. So the seal
 * of what was put in place is remembered with its hash: a file that still has the seal has the bytes. Whatever was
 * received by another process, or touched since, is read.
 */

export interface Proofs {
  /** The hash of a file that was hashed here, if nobody touched it since. */
  find(seal: string): string | undefined;
  /** Runs a move of a file that was just hashed, and remembers what then lies at its place, if it is that file. */
  around(move: () => Promise<boolean>, at: { from: string; to: string; sha256: string }): Promise<boolean>;
}

const maxRemembered = 10_000;

export const createProofs = (): Proofs => {
  const hashes = new Map<string, string>();
  return {
    find: (seal) => hashes.get(seal),
    around: async (move, { from, to, sha256 }) => {
      const before = bytesOf(await stat(from, { bigint: true }));
      if (!(await move())) return false;
      const stats = await ifThere(stat(to, { bigint: true }));
      if (stats !== undefined && bytesOf(stats) === before) {
        if (hashes.size >= maxRemembered) hashes.clear();
        hashes.set(sealOf(stats), sha256);
      }
      return true;
    },
  };
};
