import { type Artifact, isMain } from '../../domain/model/artifact.ts';
import type { ArtifactMatch } from '../../domain/model/feed.ts';
import { type Arch, parsePlatform, platformOfFormat } from '../../domain/model/platform.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';

/*
 * Which files an appcast names. Sparkle takes one file a version and, before 2.9, whichever it finds: so the appcast of
 * macOS as a whole has universal files, or those of releases that have one architecture alone. It installs nothing
 * without an Ed25519 signature. WinSparkle chooses by `sparkle:os`, and needs a signature where the app has a key.
 */

/** What an appcast is for: a system, perhaps one bundle or one architecture alone. */
export interface AppcastScope {
  system: 'darwin' | 'windows';
  bundle: string | undefined;
  arch: Arch | undefined;
}

/** Endings that the client installs, the one to prefer first. */
const installable: Readonly<Record<AppcastScope['system'], readonly string[]>> = {
  darwin: '.zip .dmg .tar.xz .txz .tar.bz2 .tbz .tar.gz .tgz .tar.lzma .tar .aar .yaa .pkg'.split(' '),
  windows: ['.exe', '.msi'],
};

/** The architectures of each system, in the order of their items. */
const arches: Readonly<Record<AppcastScope['system'], readonly Arch[]>> = {
  darwin: ['universal', 'aarch64', 'x86_64'],
  windows: ['x86_64', 'aarch64', 'i686'],
};

/** Bundles that have appcasts of their own; strangers cannot make up others. */
const bundles: Readonly<Record<AppcastScope['system'], readonly string[]>> = {
  darwin: ['dmg', 'pkg'],
  windows: ['msi'],
};

const isServed = (system: string | undefined): system is AppcastScope['system'] =>
  system === 'darwin' || system === 'windows';

/** What an appcast's address says, in anyone's words. */
export const parseAppcastScope = (words: string): AppcastScope | undefined => {
  const place = parsePlatform(words);
  const { system, bundle } = place ?? parsePlatform(`${words}-x64`) ?? {};
  if (!isServed(system) || (bundle !== undefined && !bundles[system].includes(bundle))) return undefined;
  if (place !== undefined && !arches[system].includes(place.arch)) return undefined;
  return { system, bundle, arch: place?.arch };
};

/** The same in the house's words. */
export const formatAppcastScope = ({ system, bundle, arch }: AppcastScope): string =>
  [system, bundle, arch].filter((word) => word !== undefined).join('-');

/** 64 bytes in base64: what `sign_update` and `winsparkle-tool` print, and no minisign signature. */
export const isEd25519 = (signature: string | undefined): boolean =>
  signature !== undefined && /^[A-Za-z0-9+/]{85}[AQgw]==$/.test(signature);

export const archOf = ({ target }: Artifact): Arch | undefined => parsePlatform(target)?.arch;

const formatRank = ({ system }: AppcastScope, { format }: Artifact): number =>
  installable[system].findIndex((ending) => format.endsWith(ending));

const isInstallable = (wanted: AppcastScope, artifact: Artifact): boolean => {
  const place = parsePlatform(artifact.target);
  if (!isMain(artifact) || place?.system !== wanted.system || formatRank(wanted, artifact) < 0) return false;
  const bundle = place.bundle ?? platformOfFormat(artifact.format)?.bundle;
  // What runs without being installed updates nothing.
  const isOfBundle = wanted.bundle === undefined ? bundle !== 'portable' : bundle === wanted.bundle;
  return isOfBundle && arches[wanted.system].includes(place.arch);
};

/** What was found of a release for an appcast. */
interface Found {
  pool?: readonly Artifact[];
  files?: readonly Artifact[];
  isMixed?: boolean;
}

const found = new WeakMap<ReleaseWithArtifacts, Map<string, Found>>();

/** An appcast asks about each of a release's artifacts in turn, which may be hundreds: they are gone through once. */
const foundOf = (wanted: AppcastScope, release: ReleaseWithArtifacts): Found => {
  const appcasts = found.get(release) ?? new Map<string, Found>();
  const name = formatAppcastScope(wanted);
  const known = appcasts.get(name) ?? {};
  found.set(release, appcasts.set(name, known));
  return known;
};

/** Of a release, what the appcast would choose from if nothing were wrong with it. */
const findPool = (wanted: AppcastScope, { artifacts }: ReleaseWithArtifacts): Artifact[] => {
  const all = artifacts.filter((artifact) => isInstallable(wanted, artifact));
  const { system, arch } = wanted;
  if (arch !== undefined) return all.filter((one) => [arch, 'universal'].includes(archOf(one) ?? ''));
  const universal = all.filter((one) => archOf(one) === 'universal');
  return system === 'darwin' && universal.length > 0 ? universal : all;
};

const poolOf = (wanted: AppcastScope, release: ReleaseWithArtifacts): readonly Artifact[] => {
  const known = foundOf(wanted, release);
  known.pool ??= findPool(wanted, release);
  return known.pool;
};

const flawOf = (wanted: AppcastScope, { target, state, signature }: Artifact): string | undefined => {
  if (state !== 'active') return `Its artifact for ${target} was pruned.`;
  if (isEd25519(signature)) return undefined;
  if (signature !== undefined) return `The signature of its artifact for ${target} is not an Ed25519 one.`;
  return wanted.system === 'darwin' ? `Its artifact for ${target} has no Ed25519 signature.` : undefined;
};

/** Files for several architectures that an appcast cannot tell apart. */
const isMixedPool = ({ system, arch }: AppcastScope, pool: readonly Artifact[]): boolean =>
  system === 'darwin' &&
  arch === undefined &&
  new Set(pool.map(archOf)).size > 1 &&
  new Set(pool.map(({ sha256 }) => sha256)).size > 1;

const isMixed = (wanted: AppcastScope, release: ReleaseWithArtifacts): boolean => {
  const known = foundOf(wanted, release);
  known.isMixed ??= isMixedPool(wanted, poolOf(wanted, release));
  return known.isMixed;
};

/** The release that decides about an appcast: the last one that has a sound file for it. */
const latestFor = (wanted: AppcastScope, releases: readonly ReleaseWithArtifacts[]) =>
  releases.find((release) => poolOf(wanted, release).some((one) => flawOf(wanted, one) === undefined));

/** Whether anything is for an appcast, and whether its latest release has files that it cannot tell apart. */
export const appcastState = (
  wanted: AppcastScope,
  releases: readonly ReleaseWithArtifacts[],
): 'empty' | 'clear' | 'mixed' => {
  const latest = latestFor(wanted, releases);
  if (latest === undefined) return 'empty';
  return isMixed(wanted, latest) ? 'mixed' : 'clear';
};

const rankOf = (wanted: AppcastScope, artifact: Artifact): number[] => {
  const arch = archOf(artifact);
  return [
    wanted.arch === arch ? 0 : 1,
    arch === undefined ? 0 : arches[wanted.system].indexOf(arch),
    parsePlatform(artifact.target)?.bundle === undefined ? 0 : 1,
    formatRank(wanted, artifact),
  ];
};

/** The ones to prefer first. */
const inOrder = (wanted: AppcastScope, artifacts: readonly Artifact[]): Artifact[] =>
  artifacts
    .map((artifact) => ({ artifact, ranks: rankOf(wanted, artifact) }))
    .sort((a, b) => a.ranks.reduce((order, rank, index) => order || rank - (b.ranks[index] ?? 0), 0))
    .map(({ artifact }) => artifact);

const findFiles = (wanted: AppcastScope, release: ReleaseWithArtifacts): Artifact[] => {
  const pool = poolOf(wanted, release);
  if (isMixed(wanted, release)) return [];
  const sound = pool.filter((artifact) => flawOf(wanted, artifact) === undefined);
  const slots = Map.groupBy(inOrder(wanted, sound), (one) =>
    wanted.system === 'darwin' ? undefined : archOf(one),
  );
  return [...slots.values()].flatMap((slot) => slot.slice(0, 1));
};

/** The files of a release that the appcast names: one for macOS, one for each architecture of Windows. */
export const chooseFiles = (wanted: AppcastScope, release: ReleaseWithArtifacts): readonly Artifact[] => {
  const known = foundOf(wanted, release);
  known.files ??= findFiles(wanted, release);
  return known.files;
};

/** What is made of a companion, where its file is in the appcast. */
const judgeDelta = (wanted: AppcastScope, delta: Artifact): ArtifactMatch => {
  if (wanted.system !== 'darwin' || !delta.format.endsWith('.delta')) return 'elsewhere';
  const reason =
    flawOf(wanted, delta) ??
    (delta.facts.deltaFrom === undefined ? `Nobody said what ${delta.target} starts from.` : undefined);
  return reason === undefined ? 'fit' : { reason };
};

/** The deltas to a file that the appcast names. */
export const chooseDeltas = (
  wanted: AppcastScope,
  { artifacts }: ReleaseWithArtifacts,
  main: Artifact,
): Artifact[] =>
  artifacts.filter((one) => one.companionOf === main.target && judgeDelta(wanted, one) === 'fit');

/** What an appcast makes of an artifact. */
export const matchAppcastArtifact = (
  wanted: AppcastScope,
  release: ReleaseWithArtifacts,
  artifact: Artifact,
): ArtifactMatch => {
  if (!isMain(artifact)) {
    const isNamed = chooseFiles(wanted, release).some(({ target }) => target === artifact.companionOf);
    return isNamed ? judgeDelta(wanted, artifact) : 'elsewhere';
  }
  const pool = poolOf(wanted, release);
  if (!pool.includes(artifact)) return 'elsewhere';
  const { target } = artifact;
  if (isMixed(wanted, release))
    return {
      reason: `Sparkle before 2.9 cannot tell ${target} from other architectures: ask for ${target}/appcast.xml, or publish a universal file.`,
    };
  const reason = flawOf(wanted, artifact);
  if (reason !== undefined) return { reason };
  const chosen = chooseFiles(wanted, release);
  if (chosen.includes(artifact)) return 'fit';
  const others = chosen.map((one) => one.target).join(', ');
  return { reason: `In place of its artifact for ${target} the appcast names ${others}.` };
};
