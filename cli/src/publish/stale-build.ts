import { type Digest, digestFile } from './digest.ts';
import { doubtful, type Mistake } from './mistake.ts';
import { type Plan, type PlanItem, wantedOf } from './plan.ts';

/* A build's lists tell hashes of its files: one that differs was built by another run than its list. */

const names = { sha512: 'SHA-512', sha256: 'SHA-256', sha1: 'SHA-1' } as const;
type Name = keyof typeof names;

const announcedOf = ({ bundle }: PlanItem): Name[] =>
  (Object.keys(names) as Name[]).filter((name) => bundle.announced?.[name] !== undefined);

const hash = async (item: PlanItem, plan: Plan, signal: AbortSignal): Promise<Digest> => {
  const announced = announcedOf(item);
  const wanted = wantedOf(item);
  const wants = {
    sha512: wanted.sha512 || announced.includes('sha512'),
    sha1: wanted.sha1 || announced.includes('sha1'),
  };
  const digest = await digestFile(item.path, { signal, onBytes: () => {}, wants });
  // The upload declares only what the updater needs, whatever else was compared here.
  const { sha512, sha1 } = digest;
  plan.digests?.set(item.path, {
    ...digest,
    sha512: wanted.sha512 ? sha512 : undefined,
    sha1: wanted.sha1 ? sha1 : undefined,
  });
  return digest;
};

const staleMistake = async (
  item: PlanItem,
  plan: Plan,
  signal: AbortSignal,
): Promise<Mistake | undefined> => {
  const announced = announcedOf(item);
  if (announced.length === 0) return undefined;
  const digest = await hash(item, plan, signal);
  const other = announced.find((name) => digest[name] !== item.bundle.announced?.[name]);
  if (other === undefined) return undefined;
  const { path, bundle } = item;
  return doubtful(
    'build-stale',
    `${path} has another ${names[other]} than ${bundle.announced?.by} says: build again.`,
  );
};

/** The files that are not those which their lists were written for, told by their bytes. */
export const findStaleBuilds = async (plan: Plan, signal: AbortSignal): Promise<Mistake[]> => {
  // A file of another size is known to be stale without reading it.
  const alike = plan.items.filter(
    ({ bundle, sizeBytes }) => (bundle.announced?.bytes ?? sizeBytes) === sizeBytes,
  );
  const once = alike.filter(({ path }, index) => alike.findIndex((item) => item.path === path) === index);
  const found = await Promise.all(once.map((item) => staleMistake(item, plan, signal)));
  return found.filter((mistake) => mistake !== undefined);
};
