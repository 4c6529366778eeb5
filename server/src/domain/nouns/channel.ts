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
  createdAt: Instant;
}

/** Refuses unless the channel of that name was found and takes releases. */
export const demandActive = (name: string, channel: Channel | undefined): void => {
  if (channel === undefined) {
    throw new Refusal(
      'channel-missing',
      `There is no channel "${name}"; create it first, or use one that exists.`,
    );
  }
  if (!channel.active) {
    throw new Refusal('channel-inactive', `The channel "${name}" is inactive; activate it to release there.`);
  }
};
