/*
 * The vocabulary of targets. A target names a platform: system, architecture and optionally a bundle, as in
 * `linux-deb-x86_64`. The canonical names are those of Tauri's clients. Names from Node, .NET and Electron are accepted
 * as aliases in links, feeds, `explain`, builds and warnings. The check of spec 4.5 uses exact targets and no aliases.
 */

export const maxTargetLength = 128;

export type System = 'windows' | 'darwin' | 'linux';
export type Arch = 'x86_64' | 'aarch64' | 'i686' | 'armv7' | 'riscv64' | 'universal';

export interface Platform {
  system: System;
  arch: Arch;
  /** `deb`, `msi`, `dmg`, …; undefined for the system's default updater file. */
  bundle: string | undefined;
}

const systems = new Map<string, System>([
  ['windows', 'windows'],
  ['win32', 'windows'],
  ['win', 'windows'],
  ['darwin', 'darwin'],
  ['macos', 'darwin'],
  ['osx', 'darwin'],
  ['mac', 'darwin'],
  ['linux', 'linux'],
]);

const arches = new Map<string, Arch>([
  ['x86_64', 'x86_64'],
  ['x64', 'x86_64'],
  ['amd64', 'x86_64'],
  ['aarch64', 'aarch64'],
  ['arm64', 'aarch64'],
  ['i686', 'i686'],
  ['ia32', 'i686'],
  ['i386', 'i686'],
  ['x86', 'i686'],
  ['armv7', 'armv7'],
  ['armv7l', 'armv7'],
  ['armv7hl', 'armv7'],
  ['armhf', 'armv7'],
  ['armhfp', 'armv7'],
  ['arm', 'armv7'],
  ['riscv64', 'riscv64'],
  ['universal', 'universal'],
]);

export const archAliases: readonly string[] = [...arches.keys()];

export const parseOs = (word: string): System | undefined => systems.get(word.toLowerCase());

export const parseArch = (word: string): Arch | undefined => arches.get(word.toLowerCase());

export const isPlatformWord = (word: string): boolean =>
  parseOs(word) !== undefined || parseArch(word) !== undefined;

/** Accepts aliases, in any order; undefined for a custom target name. */
export const parsePlatform = (target: string): Platform | undefined => {
  if (target.length > maxTargetLength) return undefined;
  const words = target.toLowerCase().split('-');
  const systemWords = words.filter((word) => systems.has(word));
  const archWords = words.filter((word) => arches.has(word));
  const system = systems.get(systemWords[0] ?? '');
  const arch = arches.get(archWords[0] ?? '');
  if (system === undefined || arch === undefined) return undefined;
  const isUnclear = systemWords.length > 1 || archWords.length > 1 || words.includes('');
  if (isUnclear || (arch === 'universal' && system !== 'darwin')) return undefined;
  const rest = words.filter((word) => !isPlatformWord(word));
  return { system, arch, bundle: rest.length === 0 ? undefined : rest.join('-') };
};

/** The canonical name: `linux-x86_64`, `linux-deb-x86_64`. */
export const formatPlatform = ({ system, arch, bundle }: Platform): string =>
  [system, ...(bundle === undefined ? [] : [bundle]), arch].join('-');

/** The canonical name (`windows-x86_64` for `win32-x64`); undefined for a custom target name. */
export const normalizeTarget = (target: string): string | undefined => {
  const platform = parsePlatform(target);
  return platform && formatPlatform(platform);
};

/** The canonical name, or a custom target unchanged; equal for aliases of one platform. */
export const platformName = (target: string): string => normalizeTarget(target) ?? target;

export const nodeArches: Readonly<Record<Arch, string>> = {
  x86_64: 'x64',
  aarch64: 'arm64',
  i686: 'ia32',
  armv7: 'armv7l',
  riscv64: 'riscv64',
  universal: 'universal',
};

/** With Node's architecture name, which electron-updater matches on. */
export const formatNodePlatform = ({ system, arch, bundle }: Platform): string =>
  [system, ...(bundle === undefined ? [] : [bundle]), nodeArches[arch]].join('-');

/** The targets that are aliases of the requested one. */
export const equivalentTargets = (requested: string, targets: Iterable<string>): string[] => {
  const name = normalizeTarget(requested);
  if (name === undefined) return [];
  return [...targets].filter((target) => target !== requested && normalizeTarget(target) === name);
};

const formats: readonly (readonly [ending: string, System, bundle: string | undefined])[] = [
  ['.deb', 'linux', 'deb'],
  ['.rpm', 'linux', 'rpm'],
  ['.appimage', 'linux', undefined],
  ['.appimage.tar.gz', 'linux', undefined],
  ['.snap', 'linux', 'snap'],
  ['.flatpak', 'linux', 'flatpak'],
  ['.pacman', 'linux', 'pacman'],
  ['.exe', 'windows', undefined],
  ['.nsis.zip', 'windows', undefined],
  ['.msi', 'windows', 'msi'],
  ['.msi.zip', 'windows', 'msi'],
  ['.msix', 'windows', 'msix'],
  ['.appx', 'windows', 'appx'],
  ['.dmg', 'darwin', 'dmg'],
  ['.pkg', 'darwin', 'pkg'],
  ['.app.tar.gz', 'darwin', undefined],
];

/** The only system and bundle of a format; undefined for generic ones such as `.zip`. */
export const platformOfFormat = (format: string): Pick<Platform, 'system' | 'bundle'> | undefined => {
  const found = formats.find(([ending]) => ending === format.toLowerCase());
  return found && { system: found[1], bundle: found[2] };
};
