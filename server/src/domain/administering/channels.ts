import type { Caller } from '../nouns/actor.ts';
import type { Channel } from '../nouns/channel.ts';
import { Conflict, found, Refusal } from '../nouns/errors.ts';
import { demandRoom } from '../nouns/room.ts';
import type { AppNeeds } from './apps.ts';

export const createChannelAdministering = ({ store, runChange }: AppNeeds) => {
  const createChannel = async ({ app: slug, actor }: Caller, name: string): Promise<Channel> => {
    try {
      return await runChange(slug, actor, async ({ tx, at, record, announce }) => {
        const channels = await tx.listChannels(slug);
        if (channels.every((one) => one.name !== name)) demandRoom('channelsOfApp', channels.length);
        const channel: Channel = { app: slug, name, active: true, createdAt: at };
        await tx.insertChannel(channel);
        // Feeds tell an empty channel from none.
        await announce();
        await record({ action: 'channel.create', subject: name });
        return channel;
      });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      throw new Refusal('channel-taken', `The channel "${name}" exists.`);
    }
  };

  const listChannels = async (slug: string): Promise<Channel[]> => {
    found(await store.findApp(slug), 'app');
    return store.listChannels(slug);
  };

  const changeChannel = ({ app: slug, actor }: Caller, name: string, active: boolean): Promise<Channel> =>
    runChange(slug, actor, async ({ tx, record }) => {
      const channel = found(await tx.findChannel(slug, name), 'channel');
      await tx.updateChannel(slug, name, active);
      await record({ action: 'channel.change', subject: name, detail: { active } });
      return { ...channel, active };
    });

  return { createChannel, listChannels, changeChannel };
};
