import {
  type Arch,
  formatPlatform,
  parsePlatform,
  platformName,
  type System,
} from '@slipway/core/platform.ts';
import { newInstallOffer } from '../decision/new-installs.ts';
import { releasesByTarget } from '../decision/planner.ts';
import { bounds } from '../model/bounds.ts';
import type { Offer } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { activeTargets, type Site } from '../model/site.ts';

/*
 * Permanent links to the newest file for a platform, under any alias of its name. A site is immutable, so its targets
 * are mapped to platforms once.
 */

/** The visitor's platform, as far as known. */
export interface Visitor {
  system: System | undefined;
  arch: Arch | undefined;
}

type Places = ReadonlyMap<string, readonly string[]>;

/** Macs run universal files. */
const alsoRuns = (name: string): string | undefined => {
  const place = parsePlatform(name);
  return place?.system === 'darwin' ? formatPlatform({ ...place, arch: 'universal' }) : undefined;
};

/** Targets of the most recently published releases come first. */
const targetsIn = ({ channels }: Site, channel: string): string[] =>
  activeTargets(channels.get(channel) ?? []);

interface LinkContext {
  site: Site;
  channel: string;
  /** Last published first. */
  releasesFor: (target: string) => Iterable<ReleaseWithArtifacts>;
}

const linkContextOf = (site: Site, channel: string): LinkContext => ({
  ...{ site, channel, releasesFor: () => site.channels.get(channel) ?? [] },
});

const newest = (offers: readonly Offer[]): Offer | undefined =>
  offers.toSorted((a, b) => (b.release.sequence ?? 0) - (a.release.sequence ?? 0))[0];

export const createLatestLinks = () => {
  const placesBySite = new WeakMap<Site, Map<string, Places>>();

  /** A channel's targets by canonical platform name. */
  const placesOf = (site: Site, channel: string): Places => {
    if (!site.channels.has(channel)) return new Map();
    const channels = placesBySite.get(site) ?? new Map<string, Places>();
    const places = channels.get(channel) ?? Map.groupBy(targetsIn(site, channel).sort(), platformName);
    placesBySite.set(site, channels.set(channel, places));
    return places;
  };

  /** The newest release for everyone with a file for the platform; an exact target name wins. */
  const findNamed = ({ site, channel, releasesFor }: LinkContext, name: string): Offer | undefined => {
    const targets = placesOf(site, channel).get(platformName(name)) ?? [];
    const inOrder = targets.toSorted((a, b) => Number(b === name) - Number(a === name));
    return newest(inOrder.flatMap((target) => newInstallOffer(releasesFor(target), target) ?? []));
  };

  const findOn = (context: LinkContext, target: string): Offer | undefined => {
    const universal = alsoRuns(target);
    return (
      findNamed(context, target) ?? (universal === undefined ? undefined : findNamed(context, universal))
    );
  };

  /** Matches the target itself or an alias of its platform. */
  const find = (site: Site, channel: string, target: string): Offer | undefined =>
    findOn(linkContextOf(site, channel), target);

  /** Undefined if the visitor's platform is ambiguous. */
  const findFor = (site: Site, channel: string, { system, arch }: Visitor): Offer | undefined => {
    if (system === undefined) return undefined;
    if (arch !== undefined) return find(site, channel, formatPlatform({ system, arch, bundle: undefined }));
    return system === 'darwin' ? findNamed(linkContextOf(site, channel), 'darwin-universal') : undefined;
  };

  /** Whether the channel has the platform under another name. */
  const hasOtherSpelling = (site: Site, channel: string, target: string): boolean =>
    (placesOf(site, channel).get(platformName(target)) ?? []).some((other) => other !== target);

  const targetsOf = (site: Site, channel: string): string[] =>
    [...placesOf(site, channel).values()].flat().sort();

  /** Lists each file once, since several targets may be aliases of one platform. Limited to the newest releases. */
  const filesOf = (site: Site, channel: string): Offer[] => {
    const releasesIn = releasesByTarget(site.channels);
    const context = { site, channel, releasesFor: (target: string) => releasesIn(channel, target) };
    const targets = targetsIn(site, channel).slice(0, bounds.pageFiles).sort();
    return targets.flatMap((target) => {
      const offer = findOn(context, target);
      return offer?.artifact.target === target ? [offer] : [];
    });
  };

  return { find, findFor, hasOtherSpelling, targetsOf, filesOf };
};
export type LatestLinks = ReturnType<typeof createLatestLinks>;
