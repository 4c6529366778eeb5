import type { App, Channel, Offer, Release, SigningKey } from '@slipway/api';
import { client } from './client.ts';
import { useQuery } from './query-cache.ts';

/* Queries shared by many screens; undefined until loaded. */

export const useApp = (app: string): App | undefined =>
  useQuery(`${app}/app`, () => client.getApp(app)).value?.app;

export const useChannels = (app: string): Channel[] | undefined =>
  useQuery(`${app}/channels`, () => client.listChannels(app)).value?.channels;

export const useOffers = (app: string): Offer[] | undefined =>
  useQuery(`${app}/offers`, () => client.listOffers(app)).value?.offers;

export const useSigningKeys = (app: string): SigningKey[] =>
  useQuery(`${app}/signing-keys`, () => client.listSigningKeys(app)).value?.signingKeys ?? [];

/** Why a release cannot be staged; undefined if it can, or while loading. */
export const useFullRolloutReason = (
  app: string,
  { channel, publishedAt }: Pick<Release, 'channel'> & Partial<Pick<Release, 'publishedAt'>>,
): string | undefined => {
  const { value } = useQuery(`${app}/published/${channel}`, () =>
    client.listReleases(app, { channel, state: 'published', limit: 50 }),
  );
  const isBase = ({ rollout, publishedAt: at }: Release): boolean =>
    (rollout?.state ?? 'done') === 'done' && (at ?? '') < (publishedAt ?? '~');
  return value === undefined || value.next !== null || value.releases.some(isBase)
    ? undefined
    : 'The first release on a channel goes to everyone.';
};
