import { Refusal } from './errors.ts';
import type { Instant } from './instant.ts';

export const defaultChannel = 'stable';

/** Reserved because other URLs begin with them. */
export const reservedChannels: readonly string[] = ['v1', 'download'];

/** An inactive channel rejects drafts and publishes, but still answers checks. */
export interface Channel {
  app: string;
  name: string;
  active: boolean;
  /** The channel whose newer releases are also offered here; not transitive. */
  alsoOffers: string | undefined;
  createdAt: Instant;
}

/** Throws if the channel is missing. */
export const requireChannel = (name: string, channel: Channel | undefined): Channel => {
  if (channel !== undefined) return channel;
  throw new Refusal('channel-missing', `Channel "${name}" not found. Create it, or use an existing channel.`);
};

/** Throws if the channel is missing or inactive. */
export const requireActiveChannel = (name: string, channel: Channel | undefined): void => {
  if (!requireChannel(name, channel).active) {
    throw new Refusal('channel-inactive', `Channel "${name}" is inactive. Activate it to publish there.`);
  }
};

/** Maps each channel to the one that it also offers. */
export const alsoOffersByChannel = (channels: readonly Channel[]): ReadonlyMap<string, string> =>
  new Map(
    channels.flatMap(({ name, alsoOffers }) =>
      alsoOffers === undefined ? [] : [[name, alsoOffers] as const],
    ),
  );
