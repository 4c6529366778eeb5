import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Bundle, Companion } from '@slipway/build-files/bundle.ts';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';
import { compareFeedVersions } from '../formats/feed-version-order.ts';
import { parseReleases, type ReleasesEntry } from '../formats/releases.ts';
import { UnreadableFeedError } from '../formats/unreadable-feed-error.ts';
import { type Build, buildFailure, emptyBuild, isFile, missingFileFailure } from './build.ts';

/* Forge's RELEASES list says which Squirrel package is the newest and which version its delta starts from. */

const readList = async (path: string): Promise<ReleasesEntry[]> => {
  try {
    return parseReleases(await readFile(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof UnreadableFeedError)) throw error;
    throw buildFailure('feed-unreadable', `${path} is not a valid Squirrel feed: ${error.message}.`);
  }
};

const describe = async (listPath: string, { fileName, sha1, sizeBytes }: ReleasesEntry) => {
  const path = join(dirname(listPath), fileName);
  if (!(await isFile(path))) throw missingFileFailure(listPath, path);
  return {
    path,
    facts: { fileName: toSafeFileName(fileName), sha1 },
    declared: { declaredIn: listPath, bytes: sizeBytes, sha1 },
  };
};

/** Omits a pre-release, which Squirrel spells differently; the delta then refers to the previous release. */
const deltaFromOf = (entries: ReleasesEntry[], version: string) => {
  const older = entries.map((one) => one.version).filter((one) => compareFeedVersions(one, version) < 0);
  const before = older.sort(compareFeedVersions).at(-1);
  return before === undefined || before.includes('-') ? {} : { deltaFrom: before };
};

export const readSquirrelBuild = async ({
  path,
  arches,
}: Pick<Bundle, 'path' | 'arches'>): Promise<Build> => {
  const entries = await readList(path);
  const fulls = entries.filter(({ kind }) => kind === 'full');
  const newest = fulls.sort((a, b) => compareFeedVersions(a.version, b.version)).at(-1);
  if (newest === undefined) return { ...emptyBuild, claimed: [path] };
  const { version } = newest;
  const delta = entries.find((one) => one.kind === 'delta' && one.version === version);
  const companions: Companion[] = [];
  if (delta !== undefined) {
    const { facts, ...rest } = await describe(path, delta);
    companions.push({ ...rest, suffix: 'delta', facts: { ...facts, ...deltaFromOf(entries, version) } });
  }
  const kind = { format: '.nupkg', os: 'windows', kind: 'nupkg', primary: true, origin: 'forge' } as const;
  const full: Bundle = { ...(await describe(path, newest)), ...kind, arches, version, companions };
  return { ...emptyBuild, bundles: [full], claimed: [path] };
};
