import { type Arch, parsePlatform, platformOfFormat } from '@slipway/core/platform.ts';
import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { ArtifactMatch } from '../../domain/model/feed.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';

/*
 * The files that an appcast lists. Sparkle takes any one file per version before 2.9, so the appcast for all of macOS
 * lists universal files, or files of releases with a single architecture. It installs nothing without an Ed25519
 * signature. WinSparkle selects by `sparkle:os` and needs a signature if the app has a key.
 */

/** A system, optionally limited to one bundle or one architecture. */
export interface AppcastScope {
  system: 'darwin' | 'windows';
  bundle: string | undefined;
  arch: Arch | undefined;
}

/** Extensions that the client installs, preferred first. */
const installable: Readonly<Record<AppcastScope['system'], readonly string[]>> = {
  darwin: '.zip .dmg .tar.xz .txz .tar.bz2 .tbz .tar.gz .tgz .tar.lzma .tar .aar .yaa .pkg'.split(' '),
  windows: ['.exe', '.msi'],
};

/** In the order of their items. */
const arches: Readonly<Record<AppcastScope['system'], readonly Arch[]>> = {
  darwin: ['universal', 'aarch64', 'x86_64'],
  windows: ['x86_64', 'aarch64', 'i686'],
};

/** Bundles with their own appcasts; a fixed list, so that clients cannot create more documents. */
const bundles: Readonly<Record<AppcastScope['system'], readonly string[]>> = {
  darwin: ['dmg', 'pkg'],
  windows: ['msi'],
};

const isServed = (system: string | undefined): system is AppcastScope['system'] =>
  system === 'darwin' || system === 'windows';

/** Accepts every alias of a platform name. */
export const parseAppcastScope = (words: string): AppcastScope | undefined => {
  const place = parsePlatform(words);
  const { system, bundle } = place ?? parsePlatform(`${words}-x64`) ?? {};
  if (!isServed(system) || (bundle !== undefined && !bundles[system].includes(bundle))) return undefined;
  if (place !== undefined && !arches[system].includes(place.arch)) return undefined;
  return { system, bundle, arch: place?.arch };
};

/** The canonical form, used as the document's name. */
export const formatAppcastScope = ({ system, bundle, arch }: AppcastScope): string =>
  [system, bundle, arch].filter((word) => word !== undefined).join('-');

/** 64 bytes in base64, as `sign_update` and `winsparkle-tool` print them; a minisign signature is longer. */
export const isEd25519 = (signature: string | undefined): boolean =>
  signature !== undefined && /^[A-Za-z0-9+/]{85}[AQgw]==$/.test(signature);

export const archOf = ({ target }: Artifact): Arch | undefined => parsePlatform(target)?.arch;

const formatRank = ({ system }: AppcastScope, { format }: Artifact): number =>
  installable[system].findIndex((ending) => format.endsWith(ending));

const isInstallable = (scope: AppcastScope, artifact: Artifact): boolean => {
  const place = parsePlatform(artifact.target);
  if (!isMain(artifact) || place?.system !== scope.system || formatRank(scope, artifact) < 0) return false;
  const bundle = place.bundle ?? platformOfFormat(artifact.format)?.bundle;
  // Portable files install nothing, so they cannot update an app.
  const isOfBundle = scope.bundle === undefined ? bundle !== 'portable' : bundle === scope.bundle;
  return isOfBundle && arches[scope.system].includes(place.arch);
};

/** Cached results for one release and appcast. */
interface CachedResult {
  pool?: readonly Artifact[];
  files?: readonly Artifact[];
  isMixed?: boolean;
}

const cache = new WeakMap<ReleaseWithArtifacts, Map<string, CachedResult>>();

/** Matching asks about each of up to hundreds of artifacts in turn, so the result is computed once per release. */
const cachedResultOf = (scope: AppcastScope, release: ReleaseWithArtifacts): CachedResult => {
  const appcasts = cache.get(release) ?? new Map<string, CachedResult>();
  const name = formatAppcastScope(scope);
  const cached = appcasts.get(name) ?? {};
  cache.set(release, appcasts.set(name, cached));
  return cached;
};

/** The release's candidates before any fault is considered. */
const findPool = (scope: AppcastScope, { artifacts }: ReleaseWithArtifacts): Artifact[] => {
  const all = artifacts.filter((artifact) => isInstallable(scope, artifact));
  const { system, arch } = scope;
  if (arch !== undefined) return all.filter((one) => [arch, 'universal'].includes(archOf(one) ?? ''));
  const universal = all.filter((one) => archOf(one) === 'universal');
  return system === 'darwin' && universal.length > 0 ? universal : all;
};

const poolOf = (scope: AppcastScope, release: ReleaseWithArtifacts): readonly Artifact[] => {
  const cached = cachedResultOf(scope, release);
  cached.pool ??= findPool(scope, release);
  return cached.pool;
};

const flawOf = (scope: AppcastScope, { target, state, signature }: Artifact): string | undefined => {
  if (state !== 'active') return `The artifact for ${target} was pruned.`;
  if (isEd25519(signature)) return undefined;
  if (signature !== undefined) return `The signature of the artifact for ${target} is not Ed25519.`;
  return scope.system === 'darwin' ? `The artifact for ${target} has no Ed25519 signature.` : undefined;
};

/** Files for several architectures that the client could not distinguish. */
const isMixedPool = ({ system, arch }: AppcastScope, pool: readonly Artifact[]): boolean =>
  system === 'darwin' &&
  arch === undefined &&
  new Set(pool.map(archOf)).size > 1 &&
  new Set(pool.map(({ sha256 }) => sha256)).size > 1;

const isMixed = (scope: AppcastScope, release: ReleaseWithArtifacts): boolean => {
  const cached = cachedResultOf(scope, release);
  cached.isMixed ??= isMixedPool(scope, poolOf(scope, release));
  return cached.isMixed;
};

/** The last release with a valid file decides about the appcast. */
const latestFor = (scope: AppcastScope, releases: readonly ReleaseWithArtifacts[]) =>
  releases.find((release) => poolOf(scope, release).some((one) => flawOf(scope, one) === undefined));

/** Whether the appcast has files, and whether its latest release has files the client cannot distinguish. */
export const appcastState = (
  scope: AppcastScope,
  releases: readonly ReleaseWithArtifacts[],
): 'empty' | 'clear' | 'mixed' => {
  const latest = latestFor(scope, releases);
  if (latest === undefined) return 'empty';
  return isMixed(scope, latest) ? 'mixed' : 'clear';
};

const rankOf = (scope: AppcastScope, artifact: Artifact): number[] => {
  const arch = archOf(artifact);
  return [
    scope.arch === arch ? 0 : 1,
    arch === undefined ? 0 : arches[scope.system].indexOf(arch),
    parsePlatform(artifact.target)?.bundle === undefined ? 0 : 1,
    formatRank(scope, artifact),
  ];
};

/** Preferred files first. */
const inOrder = (scope: AppcastScope, artifacts: readonly Artifact[]): Artifact[] =>
  artifacts
    .map((artifact) => ({ artifact, ranks: rankOf(scope, artifact) }))
    .sort((a, b) => a.ranks.reduce((order, rank, index) => order || rank - (b.ranks[index] ?? 0), 0))
    .map(({ artifact }) => artifact);

const findFiles = (scope: AppcastScope, release: ReleaseWithArtifacts): Artifact[] => {
  const pool = poolOf(scope, release);
  if (isMixed(scope, release)) return [];
  const sound = pool.filter((artifact) => flawOf(scope, artifact) === undefined);
  const slots = Map.groupBy(inOrder(scope, sound), (one) =>
    scope.system === 'darwin' ? undefined : archOf(one),
  );
  return [...slots.values()].flatMap((slot) => slot.slice(0, 1));
};

/** One file for macOS, one per architecture for Windows. */
export const chooseFiles = (scope: AppcastScope, release: ReleaseWithArtifacts): readonly Artifact[] => {
  const cached = cachedResultOf(scope, release);
  cached.files ??= findFiles(scope, release);
  return cached.files;
};

/** Only called for companions of files in the appcast. */
const matchDelta = (scope: AppcastScope, delta: Artifact): ArtifactMatch => {
  if (scope.system !== 'darwin' || !delta.format.endsWith('.delta')) return 'elsewhere';
  const reason =
    flawOf(scope, delta) ??
    (delta.facts.deltaFrom === undefined ? `${delta.target} has no \`deltaFrom\`.` : undefined);
  return reason === undefined ? 'fit' : { reason };
};

export const chooseDeltas = (
  scope: AppcastScope,
  { artifacts }: ReleaseWithArtifacts,
  main: Artifact,
): Artifact[] =>
  artifacts.filter((one) => one.companionOf === main.target && matchDelta(scope, one) === 'fit');

export const matchAppcastArtifact = (
  scope: AppcastScope,
  release: ReleaseWithArtifacts,
  artifact: Artifact,
): ArtifactMatch => {
  if (!isMain(artifact)) {
    const isNamed = chooseFiles(scope, release).some(({ target }) => target === artifact.companionOf);
    return isNamed ? matchDelta(scope, artifact) : 'elsewhere';
  }
  const pool = poolOf(scope, release);
  if (!pool.includes(artifact)) return 'elsewhere';
  const { target } = artifact;
  if (isMixed(scope, release))
    return {
      reason: `Sparkle before 2.9 can’t tell ${target} from other architectures. Use ${target}/appcast.xml, or publish a universal file.`,
    };
  const reason = flawOf(scope, artifact);
  if (reason !== undefined) return { reason };
  const chosen = chooseFiles(scope, release);
  if (chosen.includes(artifact)) return 'fit';
  const others = chosen.map((one) => one.target).join(', ');
  return { reason: `The appcast lists ${others} instead of the artifact for ${target}.` };
};
