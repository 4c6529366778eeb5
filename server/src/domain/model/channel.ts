import { Refusal } from './errors.ts';
import type { Instant } from './instant.ts';

export const defaultChannel = 'stable';

/** No channel has these names: addresses of other things begin so. */
export const reservedChannels: readonly string[] = ['v1', 'download'];

/** A named stream of releases. An inactive one takes no drafts and no publishes; its checks go on. */
export interface Channel {
  app: string;
  name: string;
  active: boolean;
  /** The channel whose newer releases its clients get, too; what that one also offers is not followed. */
  alsoOffers: string | undefined;
  createdAt: Instant;
}

/** The channel, if one of that name was found. */
export const requireChannel = (name: string, channel: Channel | undefined): Channel => {
  if (channel !== undefined) return channel;
  throw new Refusal(
    'channel-missing',
    `There is no channel "${name}"; create it first, or use one that exists.`,
  );
};

/** Refuses unless the channel of that name was found and takes releases. */
export const requireActiveChannel = (name: string, channel: Channel | undefined): void => {
  if (!requireChannel(name, channel).active) {
    throw new Refusal('channel-inactive', `The channel "${name}" is inactive; activate it to release there.`);
  }
};

/** By the names of channels that also offer another, that one's. */
export const alsoOffersByChannel = (channels: readonly Channel[]): ReadonlyMap<string, string> =>
  new Map(
    channels.flatMap(({ name, alsoOffers }) =>
      alsoOffers === undefined ? [] : [[name, alsoOffers] as const],
    ),
  );
