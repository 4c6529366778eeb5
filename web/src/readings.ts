import type { App, Channel, Offer } from '@slipway/api';
import { client } from './client.ts';
import { useAnswer } from './live.ts';

/* What many screens ask of an app; undefined until it is known. */

export const useApp = (app: string): App | undefined =>
  useAnswer(`${app}/app`, () => client.getApp(app)).value?.app;

export const useChannels = (app: string): Channel[] | undefined =>
  useAnswer(`${app}/channels`, () => client.listChannels(app)).value?.channels;

export const useOffers = (app: string): Offer[] | undefined =>
  useAnswer(`${app}/offers`, () => client.listOffers(app)).value?.offers;
