/*
 * The words for the place that an artifact is for: a system, an architecture and perhaps a bundle. These are Tauri's,
 * and Slipway's. Node, .NET and build tools have others for the same; an update check is answered by exact match, so
 * whoever mixes two vocabularies is offered nothing, for ever and without an error.
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

/** Every word for an architecture that is understood. */
export const archAliases = Object.keys(arches);

const lookUp = (words: Record<string, string>, word: string): string | undefined => {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : undefined;
};

/** Slipway's word for an architecture, or undefined. */
export const parseArch = (word: string): string | undefined => lookUp(arches, word);

/** Slipway's word for a system, or undefined. */
export const parseOs = (word: string): string | undefined => lookUp(systems, word);

/** What a client puts into the address of its check: `…/{target}/{arch}/{version}`. */
export interface CheckTarget {
  target: string;
  arch: string;
}

/** The address words that reach a target by exact match; undefined where none can. */
export const checkTargetFor = (target: string): CheckTarget | undefined => {
  const cut = target.lastIndexOf('-');
  if (cut <= 0 || cut === target.length - 1) return undefined;
  return { target: target.slice(0, cut), arch: target.slice(cut + 1) };
};

/** The same target in Slipway's words, `windows-x86_64` for `win32-x64`; undefined where it names no known place. */
export const normalizeTarget = (target: string): string | undefined => {
  const words = target.split('-');
  const system = parseOs(words[0] ?? '');
  const arch = parseArch(words.at(-1) ?? '');
  if (words.length < 2 || system === undefined || arch === undefined) return undefined;
  return [system, ...words.slice(1, -1), arch].join('-');
};

/** The targets that clients ask for who ask as the documentation says, where that is not the target itself. */
export const documentedTargets = (target: string): string[] => {
  const house = normalizeTarget(target);
  if (house === undefined) return [];
  const asked = house.endsWith('-universal')
    ? ['aarch64', 'x86_64'].map((arch) => house.replace(/universal$/, arch))
    : [house];
  return asked.filter((one) => one !== target);
};
