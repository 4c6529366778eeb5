import { createHash } from 'node:crypto';

/* Deterministic files, so that measurements are reproducible. */

/** Bytes that do not compress. */
export const contentOf = (length: number, seed = 'content'): Buffer =>
  createHash('shake256', { outputLength: length }).update(seed).digest();

/** The same bytes with this many short changes, spread evenly. */
export const edited = (bytes: Buffer, count: number): Buffer => {
  const copy = Buffer.from(bytes);
  const step = Math.floor(bytes.length / count);
  for (let index = 0; index < count; index += 1)
    contentOf(40, `edit ${index}`).copy(copy, index * step + 100);
  return copy;
};
