import { allowableMistake, type Mistake } from '@slipway/build-files/mistake.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import type { Plan } from '../plan/plan.ts';
import type { Digest } from '../upload/digest.ts';

/* A file whose hash differs from its build's list comes from another build run. */

const names = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' } as const;
type HashName = keyof typeof names;

/** A file of another size is stale without hashing it. */
export const declaredHashNames = ({ bundle: { declared }, sizeBytes }: PlanItem): HashName[] => {
  if ((declared?.bytes ?? sizeBytes) !== sizeBytes) return [];
  return (Object.keys(names) as HashName[]).filter((name) => declared?.[name] !== undefined);
};

const staleMistake = (item: PlanItem, digest: Digest | undefined): Mistake | undefined => {
  const { path, bundle } = item;
  const other = declaredHashNames(item).find((name) => digest && digest[name] !== bundle.declared?.[name]);
  if (other === undefined) return undefined;
  return allowableMistake(
    'build-stale',
    `The ${names[other]} of ${path} differs from ${bundle.declared?.declaredIn}. Build again.`,
  );
};

/** Compares files with the hashes in their lists. */
export const findStaleBuilds = ({ items, digests }: Plan): Mistake[] =>
  items
    .filter(({ path }, index) => items.findIndex((item) => item.path === path) === index)
    .map((item) => staleMistake(item, digests.get(item.path)))
    .filter((mistake) => mistake !== undefined);
