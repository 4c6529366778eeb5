import type { Offer } from '@slipway/api';
import { client } from '../../client.ts';
import { type Answer, useAnswer } from '../../live.ts';
import { orderChannels } from './matrix.ts';

export interface Offered {
  offers: Offer[];
  /** Names, in the order in which they are shown. */
  channels: string[];
}

/** Where it is kept. */
export const offeredName = (app: string): string => `${app}/offered`;

/** What each target of each channel is offered at present. */
export const readOffered = async (app: string): Promise<Offered> => {
  const [{ offers }, { channels }] = await Promise.all([client.listOffers(app), client.listChannels(app)]);
  return { offers, channels: orderChannels(channels) };
};

/** The same, as it is known. */
export const useOffered = (app: string): Answer<Offered> =>
  useAnswer(offeredName(app), () => readOffered(app));
