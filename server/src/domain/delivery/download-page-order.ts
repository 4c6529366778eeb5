import { type Arch, parsePlatform, type System } from '@slipway/core/platform.ts';
import type { Offer } from '../model/offer.ts';
import type { Visitor } from './latest-links.ts';

/*
 * Orders the files of a download page for people. Visitors need the installer, not the archive that an updater unpacks,
 * even though the archive has the plainer target.
 */

/** `first` has one file per machine that the visitor may have. */
interface OrderedFiles {
  first: readonly Offer[];
  others: readonly Offer[];
}

const systems: readonly System[] = ['windows', 'darwin', 'linux'];
const arches: readonly Arch[] = ['universal', 'aarch64', 'x86_64', 'i686', 'armv7', 'riscv64'];

/** Preferred first; other formats follow. */
const installers = ['.dmg', '.exe', '.appimage', '.pkg', '.msi', '.msix', '.deb', '.rpm'];

/** Formats that only updaters unpack. */
const archives = ['.app.tar.gz', '.nsis.zip', '.msi.zip', '.appimage.tar.gz', '.nupkg'];

export const isUpdaterArchive = (format: string): boolean => archives.includes(format.toLowerCase());

const formatRank = (format: string): number => {
  if (isUpdaterArchive(format)) return installers.length + 1;
  const rank = installers.indexOf(format.toLowerCase());
  return rank === -1 ? installers.length : rank;
};

/** Unlisted items rank last. */
const rankIn = <T>(list: readonly T[], item: T | undefined): number => {
  const rank = item === undefined ? -1 : list.indexOf(item);
  return rank === -1 ? list.length : rank;
};

interface Ranked {
  offer: Offer;
  system: System | undefined;
  arch: Arch | undefined;
  ranks: readonly number[];
}

const rank = (offer: Offer, own: System | undefined): Ranked => {
  const { target, format } = offer.artifact;
  const place = parsePlatform(target);
  const { system, arch } = place ?? { system: undefined, arch: undefined };
  const isOwn = own !== undefined && system === own;
  const where = [isOwn ? 0 : 1, rankIn(systems, system), rankIn(arches, arch)];
  // Within a format the plain target comes first, as for `latest/auto`.
  const ranks = [...where, formatRank(format), place?.bundle === undefined ? 0 : 1];
  return { offer, system, arch, ranks };
};

const compare = (a: Ranked, b: Ranked): number =>
  a.ranks.map((value, index) => value - (b.ranks[index] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Both systems emulate other architectures; the native one comes first. */
const runOn = (system: System, arch: Arch): readonly Arch[] => {
  if (system === 'darwin') return arch === 'aarch64' ? [arch, 'universal', 'x86_64'] : [arch, 'universal'];
  if (system !== 'windows') return [arch];
  if (arch === 'aarch64') return [arch, 'x86_64', 'i686'];
  return arch === 'x86_64' ? [arch, 'i686'] : [arch];
};

/** The visitor's architecture if known, else every available one. */
const archesFor = (there: readonly Arch[], system: System, arch: Arch | undefined): readonly Arch[] => {
  if (arch !== undefined)
    return runOn(system, arch)
      .filter((one) => there.includes(one))
      .slice(0, 1);
  return there.includes('universal') ? ['universal'] : arches.filter((one) => there.includes(one));
};

/** An unknown visitor gets no preferred file. */
export const orderFiles = (offers: readonly Offer[], { system, arch }: Visitor): OrderedFiles => {
  const all = offers.map((offer) => rank(offer, system)).sort(compare);
  const own = system === undefined ? [] : all.filter((one) => one.system === system);
  const there = own.flatMap((one) => one.arch ?? []);
  const preferredArches = system === undefined ? [] : archesFor(there, system, arch);
  const first = preferredArches.flatMap((one) => own.find((candidate) => candidate.arch === one) ?? []);
  const others = all.filter((one) => !first.includes(one));
  return { first: first.map(({ offer }) => offer), others: others.map(({ offer }) => offer) };
};
