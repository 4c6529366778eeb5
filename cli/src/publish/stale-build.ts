import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { doubtful, type Mistake } from './mistake.ts';
import type { Plan, PlanItem } from './plan.ts';

/* A feed tells the SHA-512 of each file: one that differs was built by another run than its feed. */

const sha512Of = async (path: string, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { signal });
  return hash.digest('base64');
};

const staleMistake = async (
  { path, bundle }: PlanItem,
  signal: AbortSignal,
): Promise<Mistake | undefined> => {
  const { announcedSha512, announcedBy } = bundle;
  if (announcedSha512 === undefined || (await sha512Of(path, signal)) === announcedSha512) return undefined;
  return doubtful('build-stale', `${path} has another SHA-512 than ${announcedBy} says: build again.`);
};

/** The files that are not those which their feeds were written for, told by their bytes. */
export const findStaleBuilds = async (plan: Plan, signal: AbortSignal): Promise<Mistake[]> => {
  // A file of another size is known to be stale without reading it.
  const alike = plan.items.filter(
    ({ bundle, sizeBytes }) => (bundle.announcedBytes ?? sizeBytes) === sizeBytes,
  );
  const once = alike.filter(({ path }, index) => alike.findIndex((item) => item.path === path) === index);
  const found = await Promise.all(once.map((item) => staleMistake(item, signal)));
  return found.filter((mistake) => mistake !== undefined);
};
