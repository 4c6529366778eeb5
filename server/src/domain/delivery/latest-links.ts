import { createPlanner, type Planner, planFor } from '../decision/decide.ts';
import { isMain } from '../model/artifact.ts';
import { bounds } from '../model/bounds.ts';
import type { Offer, Plan } from '../model/offer.ts';
import { type Arch, formatPlatform, parsePlatform, platformName, type System } from '../model/platform.ts';
import { isForNewInstalls } from '../model/rollout.ts';
import type { Site } from '../model/site.ts';

/*
 * Permanent links: the newest file for a place, in whoever's words the place is named. A site never changes, so that
 * which of its targets name which place is found once.
 */

/** What is known of someone who wants a file: perhaps a system, perhaps an architecture. */
export interface Visitor {
  system: System | undefined;
  arch: Arch | undefined;
}

type Places = ReadonlyMap<string, readonly string[]>;

/** A Mac runs what is made for both of its architectures. */
const alsoRuns = (name: string): string | undefined => {
  const place = parsePlatform(name);
  return place?.system === 'darwin' ? formatPlatform({ ...place, arch: 'universal' }) : undefined;
};

/** Those of the releases that were published last come first. */
const activeTargets = ({ channels }: Site, channel: string): string[] => {
  const artifacts = (channels.get(channel) ?? []).flatMap((release) => release.artifacts);
  const active = artifacts.filter((one) => one.state === 'active' && isMain(one));
  return [...new Set(active.map(({ target }) => target))];
};

/** Where a file is looked for. */
interface LinkContext {
  site: Site;
  channel: string;
  planFor: Planner;
}

const linkContextOf = (site: Site, channel: string): LinkContext => ({
  ...{ site, channel },
  planFor: (name, target) => planFor(site, name, target),
});

const newest = (offers: readonly Offer[]): Offer | undefined =>
  offers.toSorted((a, b) => (b.release.sequence ?? 0) - (a.release.sequence ?? 0))[0];

/** The first that is for someone who has nothing yet. */
const forNewInstalls = ({ offers }: Plan): Offer | undefined =>
  offers.find(({ rollout }) => isForNewInstalls(rollout));

export const createLatestLinks = () => {
  const known = new WeakMap<Site, Map<string, Places>>();

  /** A channel's targets by the place that they name in the house's words. */
  const placesOf = (site: Site, channel: string): Places => {
    if (!site.channels.has(channel)) return new Map();
    const channels = known.get(site) ?? new Map<string, Places>();
    const places = channels.get(channel) ?? Map.groupBy(activeTargets(site, channel).sort(), platformName);
    known.set(site, channels.set(channel, places));
    return places;
  };

  /** The newest release for everyone that has a file for the place; the target that is written just so comes first. */
  const findNamed = ({ site, channel, planFor: plan }: LinkContext, name: string): Offer | undefined => {
    const targets = placesOf(site, channel).get(platformName(name)) ?? [];
    const inOrder = targets.toSorted((a, b) => Number(b === name) - Number(a === name));
    return newest(inOrder.flatMap((target) => forNewInstalls(plan(channel, target)) ?? []));
  };

  const findOn = (shelf: LinkContext, target: string): Offer | undefined => {
    const universal = alsoRuns(target);
    return findNamed(shelf, target) ?? (universal === undefined ? undefined : findNamed(shelf, universal));
  };

  /** The newest file for a target, or for the place that it names in other words. */
  const find = (site: Site, channel: string, target: string): Offer | undefined =>
    findOn(linkContextOf(site, channel), target);

  /** The newest file for a visitor; undefined where it cannot be told which that is. */
  const findFor = (site: Site, channel: string, { system, arch }: Visitor): Offer | undefined => {
    if (system === undefined) return undefined;
    if (arch !== undefined) return find(site, channel, formatPlatform({ system, arch, bundle: undefined }));
    return system === 'darwin' ? findNamed(linkContextOf(site, channel), 'darwin-universal') : undefined;
  };

  /** Whether a channel has the place under another name than the one asked for. */
  const isNamedOtherwise = (site: Site, channel: string, target: string): boolean =>
    (placesOf(site, channel).get(platformName(target)) ?? []).some((other) => other !== target);

  /** The targets that a channel has files for. */
  const targetsOf = (site: Site, channel: string): string[] =>
    [...placesOf(site, channel).values()].flat().sort();

  /**
   * The files that a channel's links lead to, each once: a target in other words for the same place is no file more. Of
   * very many those of the newest releases.
   */
  const filesOf = (site: Site, channel: string): Offer[] => {
    const shelf = { site, channel, planFor: createPlanner(site) };
    const targets = activeTargets(site, channel).slice(0, bounds.pageFiles).sort();
    return targets.flatMap((target) => {
      const offer = findOn(shelf, target);
      return offer?.artifact.target === target ? [offer] : [];
    });
  };

  return { find, findFor, isNamedOtherwise, targetsOf, filesOf };
};
export type LatestLinks = ReturnType<typeof createLatestLinks>;
