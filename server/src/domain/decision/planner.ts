import type { ChannelTarget, ConsideredRelease, Plan } from '../model/offer.ts';
import type { ReleaseWithArtifacts } from '../model/release.ts';
import { groupByChannel, type Site } from '../model/site.ts';
import { mergeChannelPlans } from './merge-channels.ts';
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

export const planWith =
  (source: DecisionSource, releasesFor: ReleasesFor): Planner =>
  ({ channel, target }, trace) => {
    const planOf = (name: string, notes: ConsideredRelease[] | undefined): Plan =>
      planOffers(
        {
          releases: releasesFor(name, target),
          target,
          rescued: source.rescued.get(name),
          critical: source.critical.get(name),
          builtIn: source.builtIn,
        },
        notes,
      );
    const own = planOf(channel, trace);
    const other = source.alsoOffers.get(channel);
    if (other === undefined) return own;
    const otherNotes: ConsideredRelease[] = [];
    const plan = mergeChannelPlans(channel, own, planOf(other, trace && otherNotes));
    trace?.push(...otherNotes.map((note) => ({ ...note, channel: other })));
    return plan;
  };

export const planFor = (source: DecisionSource, place: ChannelTarget, trace?: ConsideredRelease[]): Plan =>
  planWith(source, (name) => source.channels.get(name) ?? [])(place, trace);

/** The source after its releases changed, for previews. */
export const withReleases = (
  source: DecisionSource,
  releases: readonly ReleaseWithArtifacts[],
): DecisionSource => ({ ...source, channels: groupByChannel(releases) });

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
