import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { archesInName, type Bundle, type Companion, type Facts } from '@slipway/build-files/bundle.ts';
import { toSafeFileName } from '@slipway/build-files/file-name.ts';
import { formatOf } from '@slipway/build-files/format.ts';
import { parseOs } from '@slipway/core/platform.ts';
import { Failure } from '../errors/failure.ts';
import { compareFeedVersions } from '../formats/feed-version-order.ts';
import { UnreadableFeedError } from '../formats/unreadable-feed-error.ts';
import {
  parseVelopackAssets,
  parseVelopackListName,
  parseVelopackReleases,
  type VelopackAsset,
  type VelopackPackage,
} from '../formats/velopack.ts';
import {
  type Build,
  type BuildTool,
  buildFailure,
  emptyBuild,
  isFile,
  mergeBuilds,
  missingFileFailure,
  siblingFiles,
} from './build.ts';
import { readNuspec } from './nuspec.ts';

/*
 * `vpk pack` writes packages of this and earlier versions to Releases/, listed in `releases.{name}.json`. Installers
 * and portables have no version in their names; `assets.{name}.json` lists those of the last run. `{name}` (`win`,
 * `osx-arm64`, `linux-x64-beta`) contains the system and perhaps the architecture.
 */

interface VelopackPlatform {
  os: string;
  arches: string[];
}

const readList = async <T>(path: string, parse: (text: string) => T): Promise<T> => {
  try {
    return parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof UnreadableFeedError)) throw error;
    throw buildFailure('feed-unreadable', `${path} is not a valid Velopack feed: ${error.message}.`);
  }
};

const systemIn = (words: string): string | undefined =>
  words
    .split(/[.-]/)
    .map(parseOs)
    .find((system) => system !== undefined);

/** Reads the package itself if the list's name has no architecture. */
const platformOf = async (name: string, path: string): Promise<VelopackPlatform | undefined> => {
  const named = { os: systemIn(name), arches: archesInName(name) };
  const { os, arches } = named;
  if (os !== undefined && arches.length > 0) return { os, arches };
  const { rid, architecture } = await readNuspec(path);
  const system = os ?? systemIn(rid);
  if (system === undefined) return undefined;
  const fromPackage = [archesInName(rid), archesInName(architecture)].find((some) => some.length > 0);
  return { os: system, arches: arches.length > 0 ? arches : (fromPackage ?? []) };
};

const describe = (listPath: string, { fileName, sha1, sha256, sizeBytes }: VelopackPackage) => {
  const facts: Facts = { fileName: toSafeFileName(fileName), ...(sha1 === undefined ? {} : { sha1 }) };
  return {
    path: join(dirname(listPath), fileName),
    facts,
    declared: { declaredIn: listPath, bytes: sizeBytes, sha256, sha1 },
  };
};

/** A delta starts at the version packed before it. */
const deltaOf = (listPath: string, packages: VelopackPackage[], version: string): Companion[] => {
  const delta = packages.find((one) => one.kind === 'delta' && one.version === version);
  if (delta === undefined) return [];
  const before = packages
    .map((one) => one.version)
    .filter((one) => compareFeedVersions(one, version) < 0)
    .sort(compareFeedVersions)
    .at(-1);
  const { facts, ...rest } = describe(listPath, delta);
  const deltaFrom = before === undefined ? {} : { deltaFrom: before };
  return [{ ...rest, suffix: 'delta', facts: { ...facts, ...deltaFrom } }];
};

const targetWords: Partial<Record<VelopackAsset['kind'], string>> = {
  installer: 'setup',
  portable: 'portable',
  msi: 'msi',
};

/** Other outputs of the last run, if that run made this package. */
const readAssets = async (listPath: string, full: Bundle): Promise<Bundle[]> => {
  const path = join(dirname(listPath), basename(listPath).replace(/^releases/, 'assets'));
  if (!(await isFile(path))) return [];
  const assets = await readList(path, parseVelopackAssets);
  if (!assets.some(({ fileName }) => fileName === basename(full.path))) return [];
  return assets.flatMap(({ kind, fileName }) => {
    const word = targetWords[kind];
    if (word === undefined) return [];
    const { os, arches, version, origin } = full;
    const facts = { fileName: toSafeFileName(fileName) };
    const own = { path: join(dirname(listPath), fileName), format: formatOf(fileName), kind: word, facts };
    return [{ os, arches, version, origin, primary: false, ...own, declared: { declaredIn: path } }];
  });
};

const assertThere = async ({ path, declared, companions = [] }: Bundle): Promise<void> => {
  for (const one of [path, ...companions.map((companion) => companion.path)])
    if (!(await isFile(one))) throw missingFileFailure(declared?.declaredIn ?? '', one);
};

const readReleases = async (path: string): Promise<Build> => {
  const packages = await readList(path, parseVelopackReleases);
  const fulls = packages.filter(({ kind }) => kind === 'full');
  const newest = fulls.sort((a, b) => compareFeedVersions(a.version, b.version)).at(-1);
  const build: Build = { ...emptyBuild, claimed: [path] };
  if (newest === undefined) return build;
  const { version, notes } = newest;
  const described = describe(path, newest);
  if (!(await isFile(described.path))) throw missingFileFailure(path, described.path);
  const place = await platformOf(parseVelopackListName(basename(path))?.name ?? '', described.path);
  if (place === undefined) {
    const reason = 'neither the feed nor the package says its platform; pass --target <name>=<path>';
    return { ...build, skipped: [{ path: described.path, reason }] };
  }
  const companions = deltaOf(path, packages, version);
  const kind = { format: '.nupkg', kind: 'nupkg', primary: true, origin: 'velopack' } as const;
  const full: Bundle = { ...described, ...place, ...kind, version, companions };
  const bundles = [full, ...(await readAssets(path, full))];
  await Promise.all(bundles.map(assertThere));
  return { ...build, bundles, versions: [{ version, from: path }], notes };
};

/** Other tools use this file name too: an unreadable one without packages next to it is not Velopack's. */
const readIfOurs = async (path: string, files: readonly string[]): Promise<Build> => {
  const isCertain = files.length === 1 || siblingFiles([path], files).some((one) => one.endsWith('.nupkg'));
  return await readReleases(path).catch((error: unknown) => {
    if (isCertain || !(error instanceof Failure) || error.code !== 'feed-unreadable') throw error;
    return emptyBuild;
  });
};

export const velopack: BuildTool = async (files) => {
  const lists = files.filter((path) => parseVelopackListName(basename(path))?.list === 'releases');
  const build = mergeBuilds(await Promise.all(lists.map((path) => readIfOurs(path, files))));
  return { ...build, claimed: siblingFiles(build.claimed, files) };
};
