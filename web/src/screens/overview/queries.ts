import type { Fleet, ListedRollout, Release, RolloutDetails } from '@slipway/api';
import { client } from '../../data/client.ts';
import { daysAgo } from '../../ui/format.ts';

/* The overview’s queries: cache key and request. Cards and the page use the same ones. */

type Query<T> = readonly [queryKey: string, queryFn: () => Promise<T>];

export const rolloutsQuery = (app: string): Query<{ rollouts: ListedRollout[] }> => [
  `${app}/rollouts`,
  () => client.listRollouts(app),
];

export const rolloutQuery = (app: string, releaseId: string): Query<RolloutDetails> => [
  `${app}/rollout/${releaseId}`,
  () => client.getRollout(app, releaseId),
];

/** Checks of yesterday and today, by channel, platform and version. */
export const checksQuery = (app: string): Query<{ fleet: Fleet }> => [
  `${app}/checks`,
  () => client.getFleet(app, { from: daysAgo(1), to: daysAgo(0) }),
];

export const draftsQuery = (app: string): Query<{ releases: Release[] }> => [
  `${app}/waiting-drafts`,
  () => client.listReleases(app, { state: 'draft', limit: 20 }),
];
