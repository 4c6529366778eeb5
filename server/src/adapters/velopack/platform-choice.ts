import { type Arch, type Platform, parsePlatform, type System } from '@slipway/core/platform.ts';

/*
 * The platform of a document. Velopack names its documents after a channel of its own, by default `win`, `osx` or
 * `linux` for every architecture. So a name without an architecture means the only one available, or else the one that
 * runs on most machines: universal on macOS, then x64. A machine sends its own architecture, which may differ from the
 * installed app's, so the ones it can emulate come next.
 */

/** A platform without its bundle, such as `windows-x86_64`. */
export type SystemArch = `${System}-${Arch}`;

export interface PlatformChoice {
  /** The first one with packages wins. */
  systemArches: readonly SystemArch[];
  /** Serves no document if several platforms match. */
  mustBeUnique: boolean;
  /** The platforms to search for files requested by name. */
  searchIn: readonly SystemArch[];
}

const systems: readonly System[] = ['windows', 'darwin', 'linux'];
const arches: readonly Arch[] = ['universal', 'x86_64', 'i686', 'aarch64', 'armv7', 'riscv64'];

/** Foreign architectures that a system can emulate. */
const alsoRun: Readonly<Record<System, Partial<Record<Arch, readonly Arch[]>>>> = {
  windows: { x86_64: ['i686'], aarch64: ['x86_64', 'i686'] },
  darwin: { x86_64: ['universal'], aarch64: ['universal', 'x86_64'] },
  linux: {},
};

const spotsOf = (system: System, some: readonly Arch[]): SystemArch[] =>
  some.map((arch): SystemArch => `${system}-${arch}`);

const everywhere: readonly SystemArch[] = systems.flatMap((system) => spotsOf(system, arches));

export const systemArchOf = (target: string): SystemArch | undefined => {
  const place = parsePlatform(target);
  return place && `${place.system}-${place.arch}`;
};

const exactly = ({ system, arch }: Platform): SystemArch[] =>
  spotsOf(system, system === 'darwin' && arch !== 'universal' ? [arch, 'universal'] : [arch]);

const runBy = ({ system, arch }: Platform): SystemArch[] =>
  spotsOf(system, [arch, ...(alsoRun[system][arch] ?? [])]);

const systemOf = (words: string): System | undefined => parsePlatform(`${words}-x64`)?.system;

const choiceOf = (how: string, words: string): PlatformChoice | undefined => {
  const place = parsePlatform(words);
  const system = systemOf(words);
  const anywhere = { mustBeUnique: false, searchIn: everywhere };
  if (how === 'only') return { systemArches: everywhere, mustBeUnique: true, searchIn: everywhere };
  if (how === 'system') return system && { systemArches: spotsOf(system, arches), ...anywhere };
  if (place === undefined) return undefined;
  if (how === 'target')
    return { systemArches: exactly(place), mustBeUnique: false, searchIn: exactly(place) };
  if (how === 'name') return { systemArches: exactly(place), ...anywhere };
  return how === 'machine' ? { systemArches: runBy(place), ...anywhere } : undefined;
};

export const parseVelopackDocument = (document: string): PlatformChoice | undefined => {
  const [how = '', words = ''] = document.split(':');
  return choiceOf(how, words);
};

/** In order: the target in the URL, the document's name, the machine in the query. */
export interface PlatformHints {
  target: string | undefined;
  name: string;
  machine: { rid: string | undefined; os: string | undefined; arch: string | undefined };
}

/** Canonical, so that the number of documents is bounded; undefined for an unknown target. */
export const documentNameFor = ({
  target,
  name,
  machine: { rid = '', os = '', arch = '' },
}: PlatformHints): string | undefined => {
  const named = (how: string, words: string): string | undefined => {
    const spot = systemArchOf(words);
    return spot && `${how}:${spot}`;
  };
  const alone = (words: string): string | undefined => {
    const system = systemOf(words);
    return system && `system:${system}`;
  };
  if (target !== undefined) return named('target', target);
  return (
    named('name', name) ??
    alone(name) ??
    named('machine', rid) ??
    named('machine', `${os}-${arch}`) ??
    alone(os) ??
    'only:'
  );
};
