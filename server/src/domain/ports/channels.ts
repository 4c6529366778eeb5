import type { Channel } from '../model/channel.ts';

export interface Channels {
  findChannel(app: string, name: string): Promise<Channel | undefined>;
  /** Ordered by name. */
  listChannels(app: string): Promise<Channel[]>;
}

export interface ChannelChanges {
  /** Throws Conflict if it exists. */
  insertChannel(channel: Channel): Promise<void>;
  updateChannel(channel: Channel): Promise<void>;
}
