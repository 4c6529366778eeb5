import { givenBundle } from '@slipway/build-files/named-file.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { findBesideFault } from '../merge/companions.ts';
import type { ImportFile, ImportRelease } from '../merge/merge-feeds.ts';
import type { LeftOut, NamedCompanion } from '../readers/feed.ts';
import { type Finding, type Found, findFile } from '../sources/find-file.ts';

/* Brings the files of one release here and proves each; what cannot be brought or proven is left out and named. */

export interface Gathered {
  items: PlanItem[];
  leftOut: LeftOut[];
}

type Proven = Exclude<Found, { reason: string }>;

const itemOf = (file: ImportFile, { path, proof }: Proven): PlanItem => ({
  target: file.targets[0] ?? '',
  path,
  format: file.format,
  sizeBytes: proof.sizeBytes,
  signature: file.signature,
  signaturePath: undefined,
  bundle: givenBundle(path),
  facts: { ...file.facts, ...(file.wantsSha512 ? { sha512: proof.hashes.sha512 } : {}) },
});

const companionItem = (main: PlanItem, companion: NamedCompanion, { path, proof }: Proven): PlanItem => ({
  target: `${main.target}.${companion.suffix}`,
  path,
  format: givenBundle(companion.fileName).format,
  sizeBytes: proof.sizeBytes,
  signature: companion.signature,
  signaturePath: undefined,
  bundle: givenBundle(path),
  facts: companion.facts,
  companionOf: main.target,
});

interface With {
  file: ImportFile;
  main: PlanItem;
  sha1: string;
  version: string;
}

const gatherCompanion = async (
  finding: Finding,
  companion: NamedCompanion,
  { file, main, sha1, version }: With,
): Promise<PlanItem | LeftOut | undefined> => {
  const { isOptional, isUndeclared = false } = companion;
  const wanted = { version, feedAt: file.feedAt, file: companion, isOptional, isUndeclared };
  const found = await findFile(finding, wanted);
  const left = (reason: string): LeftOut => ({ version, file: companion.fileName, reason });
  if ('reason' in found) return isOptional ? undefined : left(found.reason);
  const { sizeBytes, facts } = main;
  const whole = { fileName: facts.fileName ?? undefined, sizeBytes, sha1 };
  const fault = isUndeclared ? await findBesideFault(found.path, companion, whole) : undefined;
  return fault === undefined ? companionItem(main, companion, found) : left(fault);
};

const gatherFile = async (
  finding: Finding,
  file: ImportFile,
  { found, version }: { found: Found; version: string },
): Promise<(PlanItem | LeftOut)[]> => {
  if ('reason' in found) return [{ version, file: file.fileName, reason: found.reason }];
  const main = itemOf(file, found);
  const all: (PlanItem | LeftOut)[] = [main];
  for (const companion of file.companions) {
    const beside = { file, main, sha1: found.proof.hashes.sha1, version };
    const more = await gatherCompanion(finding, companion, beside);
    if (more !== undefined) all.push(more);
  }
  return all;
};

/** Finds each file once, however many targets it serves. */
const createFinder = (finding: Finding, version: string) => {
  const seen = new Map<string, Promise<Found>>();
  return (file: ImportFile): Promise<Found> => {
    const { feedAt, location, hashes, signature } = file;
    const key = JSON.stringify([feedAt, location, hashes, signature]);
    const isUndeclared = file.isByName === true;
    const found =
      seen.get(key) ?? findFile(finding, { version, feedAt, file, isUndeclared, isOptional: false });
    seen.set(key, found);
    return found;
  };
};

/** Every file of a release that is there and proven, as items of a plan. */
export const gatherRelease = async (
  { version, files }: ImportRelease,
  finding: Finding,
): Promise<Gathered> => {
  const find = createFinder(finding, version);
  const all: (PlanItem | LeftOut)[] = [];
  for (const file of files) {
    finding.context.output.note(`${version}: ${file.fileName}`);
    all.push(...(await gatherFile(finding, file, { found: await find(file), version })));
  }
  const isItem = (one: PlanItem | LeftOut): one is PlanItem => 'target' in one;
  return { items: all.filter(isItem), leftOut: all.filter((one): one is LeftOut => !isItem(one)) };
};
