import type { Channel } from '../model/channel.ts';

/** The channels of an app. */
export interface Channels {
  findChannel(app: string, name: string): Promise<Channel | undefined>;
  /** By name. */
  listChannels(app: string): Promise<Channel[]>;
}

/** What may be changed of channels, inside a transaction. */
export interface ChannelChanges {
  /** Throws Conflict when it exists. */
  insertChannel(channel: Channel): Promise<void>;
  updateChannel(channel: Channel): Promise<void>;
}
