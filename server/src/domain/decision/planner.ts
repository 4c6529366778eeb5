import { compareVersions } from '@slipway/core/version.ts';
import type { ChannelTarget, ConsideredRelease, Plan } from '../model/offer.ts';
import { newestCriticalFirst } from '../model/published-version.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { comparePublished, groupByChannel, type Site } from '../model/site.ts';
import { planOffers } from './plan.ts';

/* The only place that makes plans, so that everything that says what a client gets says the same. */

/** Everything that a plan is made of. A site is one; a simulation changes its releases. */
export type DecisionSource = Pick<Site, 'channels' | 'rescued' | 'critical' | 'alsoOffers' | 'builtIn'>;

/** Last published first. */
type ReleasesFor = (channel: string, target: string) => Iterable<ReleaseWithArtifacts>;

/** Includes the plan of the channel that is also offered. Traces the releases that no client gets. */
export type Planner = (place: ChannelTarget, trace?: ConsideredRelease[]) => Plan;

/** The channel and the one that it also offers. */
export const channelsFor = ({ alsoOffers }: Pick<Site, 'alsoOffers'>, channel: string): string[] =>
  [channel, alsoOffers.get(channel)].filter((name) => name !== undefined);

/** Whether a plan offers anything at all. */
export const hasOffers = ({ offers, also }: Plan): boolean =>
  offers.length > 0 || (also !== undefined && also.offers.length > 0);

/** Clients may switch between versions of both channels, so rescues and critical versions of both count. */
const versionsFor = ({ rescued, critical, alsoOffers }: DecisionSource, channel: string) => {
  const other = alsoOffers.get(channel);
  const [own, others] = [rescued.get(channel) ?? [], rescued.get(other ?? '') ?? []];
  const all = [channel, other ?? ''].flatMap((name) => critical.get(name) ?? []);
  return other === undefined
    ? { rescued: rescued.get(channel), critical: critical.get(channel) }
    : { rescued: new Set([...own, ...others]), critical: newestCriticalFirst(all) };
};

/** The milestones of both count, too. */
const mergePlans = (requestedChannel: string, own: Plan, other: Plan): Plan => {
  const both = {
    requestedChannel,
    milestones: [...own.milestones, ...other.milestones].sort((a, b) =>
      compareVersions(a.version, b.version),
    ),
    dependsOnClient: own.dependsOnClient || other.dependsOnClient,
  };
  return { ...own, ...both, also: { ...other, ...both } };
};

export const planWith = (source: DecisionSource, releasesFor: ReleasesFor): Planner => {
  const { alsoOffers, builtIn } = source;
  // Merged once per channel, since it may have thousands of targets.
  const byChannel = new Map<string, ReturnType<typeof versionsFor>>();
  return ({ channel, target }, trace) => {
    const versions = byChannel.get(channel) ?? versionsFor(source, channel);
    byChannel.set(channel, versions);
    const planOf = (name: string, notes: ConsideredRelease[] | undefined): Plan =>
      planOffers({ releases: releasesFor(name, target), target, builtIn, ...versions }, notes);
    const own = planOf(channel, trace);
    const other = alsoOffers.get(channel);
    if (other === undefined) return own;
    const otherNotes: ConsideredRelease[] = [];
    const plan = mergePlans(channel, own, planOf(other, trace && otherNotes));
    trace?.push(...otherNotes.map((note) => ({ ...note, channel: other })));
    return plan;
  };
};

export const planFor = (source: DecisionSource, place: ChannelTarget, trace?: ConsideredRelease[]): Plan =>
  planWith(source, (name) => source.channels.get(name) ?? [])(place, trace);

/** The source after its releases changed, for previews. */
export const withReleases = (
  source: DecisionSource,
  releases: readonly ReleaseWithArtifacts[],
): DecisionSource => ({ ...source, channels: groupByChannel(releases) });

/** The source with more of the releases that were published. Its own win: it may be newer or older than the others. */
export const withHistory = (
  source: DecisionSource,
  histories: ReadonlyMap<string, readonly ReleaseWithArtifacts[]>,
): DecisionSource => {
  const channels = [...histories].map(([name, history]) => {
    const own = source.channels.get(name) ?? [];
    const ids = new Set(own.map(({ id }) => id));
    return [name, [...own, ...history.filter(({ id }) => !ids.has(id))].sort(comparePublished)] as const;
  });
  return { ...source, channels: new Map([...source.channels, ...channels]) };
};

/** Keeps their order. */
const groupByTarget = (
  releases: readonly ReleaseWithArtifacts[],
): ReadonlyMap<string, readonly ReleaseWithArtifacts[]> => {
  const found = new Map<string, ReleaseWithArtifacts[]>();
  for (const release of releases)
    for (const { target } of release.artifacts) {
      const sameTarget = found.get(target);
      if (sameTarget === undefined) found.set(target, [release]);
      else sameTarget.push(release);
    }
  return found;
};

/** For many targets: goes through all releases once instead of once per target. */
export const releasesByTarget = (channels: Site['channels']): ReleasesFor => {
  const byChannel = new Map<string, ReturnType<typeof groupByTarget>>();
  return (channel, target) => {
    const found = byChannel.get(channel) ?? groupByTarget(channels.get(channel) ?? []);
    byChannel.set(channel, found);
    return found.get(target) ?? [];
  };
};

export const createPlanner = (source: DecisionSource): Planner =>
  planWith(source, releasesByTarget(source.channels));
