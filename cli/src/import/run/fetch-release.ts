import { bundleFromPath } from '@slipway/build-files/bundle-from-path.ts';
import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { findCompanionFault } from '../merge/companions.ts';
import type { ImportFile, ImportRelease } from '../merge/merge-feeds.ts';
import type { ExcludedFile, FeedCompanion } from '../readers/feed.ts';
import { type FetchContext, type FetchResult, fetchVerifiedFile } from '../sources/fetch-verified-file.ts';

/* Downloads and verifies the files of one release; the rest is excluded and reported. */

export interface FetchedRelease {
  items: PlanItem[];
  excluded: ExcludedFile[];
}

type VerifiedFile = Exclude<FetchResult, { reason: string }>;

const itemOf = (file: ImportFile, { path, verification }: VerifiedFile): PlanItem => ({
  target: file.targets[0] ?? '',
  path,
  format: file.format,
  sizeBytes: verification.sizeBytes,
  signature: file.signature,
  signaturePath: undefined,
  bundle: bundleFromPath(path),
  facts: { ...file.facts, ...(file.wantsSha512 ? { sha512: verification.hashes.sha512 } : {}) },
});

const companionItem = (
  main: PlanItem,
  companion: FeedCompanion,
  { path, verification }: VerifiedFile,
): PlanItem => ({
  target: `${main.target}.${companion.suffix}`,
  path,
  format: bundleFromPath(companion.fileName).format,
  sizeBytes: verification.sizeBytes,
  signature: companion.signature,
  signaturePath: undefined,
  bundle: bundleFromPath(path),
  facts: companion.facts,
  companionOf: main.target,
});

interface CompanionContext {
  file: ImportFile;
  main: PlanItem;
  sha1: string;
  version: string;
}

const fetchCompanion = async (
  finding: FetchContext,
  companion: FeedCompanion,
  { file, main, sha1, version }: CompanionContext,
): Promise<PlanItem | ExcludedFile | undefined> => {
  const { isOptional, isUndeclared = false } = companion;
  const request = { version, feedLocation: file.feedLocation, file: companion, isOptional, isUndeclared };
  const found = await fetchVerifiedFile(finding, request);
  const left = (reason: string): ExcludedFile => ({ version, file: companion.fileName, reason });
  if ('reason' in found) return isOptional ? undefined : left(found.reason);
  const { sizeBytes, facts } = main;
  const whole = { fileName: facts.fileName ?? undefined, sizeBytes, sha1 };
  const fault = isUndeclared ? await findCompanionFault(found.path, companion, whole) : undefined;
  return fault === undefined ? companionItem(main, companion, found) : left(fault);
};

const collectItems = async (
  finding: FetchContext,
  file: ImportFile,
  { found, version }: { found: FetchResult; version: string },
): Promise<(PlanItem | ExcludedFile)[]> => {
  if ('reason' in found) return [{ version, file: file.fileName, reason: found.reason }];
  const main = itemOf(file, found);
  const all: (PlanItem | ExcludedFile)[] = [main];
  for (const companion of file.companions) {
    const companionContext = { file, main, sha1: found.verification.hashes.sha1, version };
    const more = await fetchCompanion(finding, companion, companionContext);
    if (more !== undefined) all.push(more);
  }
  return all;
};

/** Fetches each file once, even if it serves several targets. */
const createFinder = (finding: FetchContext, version: string) => {
  const fetches = new Map<string, Promise<FetchResult>>();
  return (file: ImportFile): Promise<FetchResult> => {
    const { feedLocation, location, hashes, signature } = file;
    const key = JSON.stringify([feedLocation, location, hashes, signature]);
    const isUndeclared = file.isFoundByName === true;
    const found =
      fetches.get(key) ??
      fetchVerifiedFile(finding, { version, feedLocation, file, isUndeclared, isOptional: false });
    fetches.set(key, found);
    return found;
  };
};

export const fetchRelease = async (
  { version, files }: ImportRelease,
  finding: FetchContext,
): Promise<FetchedRelease> => {
  const find = createFinder(finding, version);
  const all: (PlanItem | ExcludedFile)[] = [];
  for (const file of files) {
    finding.context.output.note(`${version}: ${file.fileName}`);
    all.push(...(await collectItems(finding, file, { found: await find(file), version })));
  }
  const isItem = (one: PlanItem | ExcludedFile): one is PlanItem => 'target' in one;
  return { items: all.filter(isItem), excluded: all.filter((one): one is ExcludedFile => !isItem(one)) };
};
