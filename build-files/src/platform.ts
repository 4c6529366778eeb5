/*
 * Platform names: a system, an architecture, and optionally a bundle, in Tauri's terms. Node, .NET, and build tools use
 * other terms. An update check needs an exact match, so a client with mixed terms never gets an update and never sees
 * an error.
 */

const systems: Record<string, string> = {
  windows: 'windows',
  win32: 'windows',
  win: 'windows',
  darwin: 'darwin',
  macos: 'darwin',
  mac: 'darwin',
  osx: 'darwin',
  linux: 'linux',
};

const arches: Record<string, string> = {
  x86_64: 'x86_64',
  amd64: 'x86_64',
  x64: 'x86_64',
  i386: 'i686',
  i686: 'i686',
  ia32: 'i686',
  x86: 'i686',
  aarch64: 'aarch64',
  arm64: 'aarch64',
  armhf: 'armv7',
  armhfp: 'armv7',
  armv7: 'armv7',
  armv7l: 'armv7',
  armv7hl: 'armv7',
  arm: 'armv7',
  riscv64: 'riscv64',
  universal: 'universal',
};

export const archAliases = Object.keys(arches);

const lookUp = (words: Record<string, string>, word: string): string | undefined => {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : undefined;
};

export const parseArch = (word: string): string | undefined => lookUp(arches, word);

export const parseOs = (word: string): string | undefined => lookUp(systems, word);

/** The parameters in a client's check URL: `…/{target}/{arch}/{version}`. */
export interface CheckTarget {
  target: string;
  arch: string;
}

/** The URL parameters that match a target exactly; undefined if none can. */
export const checkTargetFor = (target: string): CheckTarget | undefined => {
  const cut = target.lastIndexOf('-');
  if (cut <= 0 || cut === target.length - 1) return undefined;
  return { target: target.slice(0, cut), arch: target.slice(cut + 1) };
};

/** Translates a target to Slipway's terms (`win32-x64` to `windows-x86_64`); undefined for an unknown platform. */
export const normalizeTarget = (target: string): string | undefined => {
  const words = target.split('-');
  const system = parseOs(words[0] ?? '');
  const arch = parseArch(words.at(-1) ?? '');
  if (words.length < 2 || system === undefined || arch === undefined) return undefined;
  return [system, ...words.slice(1, -1), arch].join('-');
};

/** The targets that clients request if they follow the docs, unless that is the target itself. */
export const documentedTargets = (target: string): string[] => {
  const normalized = normalizeTarget(target);
  if (normalized === undefined) return [];
  const requested = normalized.endsWith('-universal')
    ? ['aarch64', 'x86_64'].map((arch) => normalized.replace(/universal$/, arch))
    : [normalized];
  return requested.filter((one) => one !== target);
};
