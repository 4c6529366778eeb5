import { type Arch, type Platform, parsePlatform, type System } from '../../domain/model/platform.ts';

/*
 * Which place a document is for. Velopack calls its documents after a channel of its own, whose usual name is `win`,
 * `osx` or `linux` for every architecture. So a name that tells the system alone means the one architecture that is
 * there; of several the one that runs on the most machines: what is for all Macs, then x64. What a machine tells of
 * itself is the machine's architecture and not the installed app's: what it can run is the next best.
 */

/** A place without its bundle, as `windows-x86_64`. */
export type SystemArch = `${System}-${Arch}`;

/** What a document chooses from. */
export interface PlatformChoice {
  /** The first of these that there are packages for. */
  spots: readonly SystemArch[];
  /** Whether there must be but one. */
  isOnly: boolean;
  /** Where the names of files below the same address are looked for. */
  within: readonly SystemArch[];
}

const systems: readonly System[] = ['windows', 'darwin', 'linux'];
const arches: readonly Arch[] = ['universal', 'x86_64', 'i686', 'aarch64', 'armv7', 'riscv64'];

/** What else machines run than programs of their own architecture. */
const alsoRun: Readonly<Record<System, Partial<Record<Arch, readonly Arch[]>>>> = {
  windows: { x86_64: ['i686'], aarch64: ['x86_64', 'i686'] },
  darwin: { x86_64: ['universal'], aarch64: ['universal', 'x86_64'] },
  linux: {},
};

const spotsOf = (system: System, some: readonly Arch[]): SystemArch[] =>
  some.map((arch): SystemArch => `${system}-${arch}`);

const everywhere: readonly SystemArch[] = systems.flatMap((system) => spotsOf(system, arches));

/** The place that a target names, without its bundle. */
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
  const anywhere = { isOnly: false, within: everywhere };
  if (how === 'only') return { spots: everywhere, isOnly: true, within: everywhere };
  if (how === 'system') return system && { spots: spotsOf(system, arches), ...anywhere };
  if (place === undefined) return undefined;
  if (how === 'target') return { spots: exactly(place), isOnly: false, within: exactly(place) };
  if (how === 'name') return { spots: exactly(place), ...anywhere };
  return how === 'machine' ? { spots: runBy(place), ...anywhere } : undefined;
};

/** What a document chooses from, by its name. */
export const parseVelopackDocument = (document: string): PlatformChoice | undefined => {
  const [how = '', words = ''] = document.split(':');
  return choiceOf(how, words);
};

/** What told the place: the target in the address, the name of the document, or the machine in the query. */
export interface PlatformHints {
  target: string | undefined;
  name: string;
  machine: { rid: string | undefined; os: string | undefined; arch: string | undefined };
}

/** The name of the document in the house's words, so that there are only so many; undefined for an unknown target. */
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
