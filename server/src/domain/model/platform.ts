import { bounds } from './bounds.ts';

/*
 * The one vocabulary of targets. A target names a place: a system, an architecture and perhaps a bundle, as
 * `linux-deb-x86_64`. The house's words are those that Tauri's clients send; Node's, .NET's and Electron's are
 * understood wherever nobody's address has to match to the letter: links, feeds, `explain`, warnings. The check of
 * spec 4.5 asks for exact targets and never comes here.
 */

export type System = 'windows' | 'darwin' | 'linux';
export type Arch = 'x86_64' | 'aarch64' | 'i686' | 'armv7' | 'riscv64' | 'universal';

/** Where a file runs. */
export interface Platform {
  system: System;
  arch: Arch;
  /** `deb`, `msi`, `dmg`, …; undefined for the one file that the system's updater takes. */
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

/** The place that a target names in anyone's words, or undefined where it is a name of the publisher's own. */
export const parsePlatform = (target: string): Platform | undefined => {
  if (target.length > bounds.targetLength) return undefined;
  const words = target.toLowerCase().split('-');
  const systemWords = words.filter((word) => systems.has(word));
  const archWords = words.filter((word) => arches.has(word));
  const system = systems.get(systemWords[0] ?? '');
  const arch = arches.get(archWords[0] ?? '');
  if (system === undefined || arch === undefined) return undefined;
  const isUnclear = systemWords.length > 1 || archWords.length > 1 || words.includes('');
  if (isUnclear || (arch === 'universal' && system !== 'darwin')) return undefined;
  const rest = words.filter((word) => !systems.has(word) && !arches.has(word));
  return { system, arch, bundle: rest.length === 0 ? undefined : rest.join('-') };
};

/** A place in the house's words: `linux-x86_64`, `linux-deb-x86_64`. */
export const formatPlatform = ({ system, arch, bundle }: Platform): string =>
  [system, ...(bundle === undefined ? [] : [bundle]), arch].join('-');

/** A target in the house's words where it names a place, else as it is: equal for targets that mean the same. */
export const platformName = (target: string): string => {
  const place = parsePlatform(target);
  return place === undefined ? target : formatPlatform(place);
};

/** Node's words for architectures. */
export const nodeArches: Readonly<Record<Arch, string>> = {
  x86_64: 'x64',
  aarch64: 'arm64',
  i686: 'ia32',
  armv7: 'armv7l',
  riscv64: 'riscv64',
  universal: 'universal',
};

/** A place with Node's word for the architecture, by which Electron's updater chooses. */
export const formatNodePlatform = ({ system, arch, bundle }: Platform): string =>
  [system, ...(bundle === undefined ? [] : [bundle]), nodeArches[arch]].join('-');

/** Of some targets those that name the same place as the one asked for, in whoever's words. */
export const equivalentTargets = (asked: string, targets: Iterable<string>): string[] => {
  const place = parsePlatform(asked);
  if (place === undefined) return [];
  const name = formatPlatform(place);
  return [...targets].filter((target) => {
    const other = parsePlatform(target);
    return target !== asked && other !== undefined && formatPlatform(other) === name;
  });
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

/** The system, and the bundle, that alone use a format; undefined for one that any may use, as `.zip`. */
export const platformOfFormat = (format: string): Pick<Platform, 'system' | 'bundle'> | undefined => {
  const found = formats.find(([ending]) => ending === format.toLowerCase());
  return found && { system: found[1], bundle: found[2] };
};
