import type { Offer } from '@slipway/api';
import { client } from '../../data/client.ts';
import { type QueryResult, useQuery } from '../../data/query-cache.ts';
import { daysAgo } from '../../ui/format.ts';
import { orderChannelNames } from './offer-matrix.ts';

export interface OfferState {
  offers: Offer[];
  /** In display order. */
  channels: string[];
  /** True if nothing was ever published. */
  isNew: boolean;
  /** True if a client checked in the last week. */
  hasChecks: boolean;
}

export const offerStateKey = (app: string): string => `${app}/offered`;

const wasPublished = async (app: string): Promise<boolean> => {
  const { releases } = await client.listReleases(app, { limit: 20 });
  return releases.some(({ state }) => state !== 'draft');
};

export const loadOfferState = async (app: string): Promise<OfferState> => {
  const [{ offers }, { channels }, { fleet }] = await Promise.all([
    client.listOffers(app),
    client.listChannels(app),
    client.sumFleet(app, { by: 'day', from: daysAgo(6) }),
  ]);
  return {
    ...{ offers, channels: orderChannelNames(channels), hasChecks: fleet.totals.checks > 0 },
    isNew: offers.length === 0 && !(await wasPublished(app)),
  };
};

export const useOfferState = (app: string): QueryResult<OfferState> =>
  useQuery(offerStateKey(app), () => loadOfferState(app));
