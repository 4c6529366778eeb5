import type { Caller } from '../model/actor.ts';
import { type Channel, requireChannel } from '../model/channel.ts';
import { Conflict, Refusal, requireFound } from '../model/errors.ts';
import { requireQuota } from '../model/quota.ts';
import type { Apps } from '../ports/apps.ts';
import type { ChannelChanges, Channels } from '../ports/channels.ts';
import type { InTransaction } from '../unit-of-work.ts';

/** Undefined keeps a field. */
export interface ChannelChangeRequest {
  active?: boolean | undefined;
  alsoOffers?: string | null | undefined;
}

const demandOther = (name: string, other: string): void => {
  if (other !== name) return;
  const detail = 'alsoOffers must name a different channel.';
  throw new Refusal('invalid-fields', detail, [{ pointer: '/alsoOffers', code: 'itself', detail }]);
};

export const createChannelAdmin = (needs: {
  store: Pick<Apps, 'findApp'> & Pick<Channels, 'listChannels'>;
  inTransaction: InTransaction<Channels & ChannelChanges>;
}) => {
  const { store, inTransaction } = needs;

  const createChannel = async ({ app: slug, actor }: Caller, name: string): Promise<Channel> => {
    try {
      return await inTransaction(slug, actor, async ({ tx, at, record, invalidate }) => {
        const channels = await tx.listChannels(slug);
        if (channels.every((one) => one.name !== name)) requireQuota('channelsOfApp', channels.length);
        const channel: Channel = { app: slug, name, active: true, alsoOffers: undefined, createdAt: at };
        await tx.insertChannel(channel);
        // Feeds distinguish an empty channel from a missing one.
        await invalidate();
        await record({ action: 'channel.create', subject: name });
        return channel;
      });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      throw new Refusal('channel-taken', `Channel "${name}" already exists.`);
    }
  };

  const listChannels = async (slug: string): Promise<Channel[]> => {
    requireFound(await store.findApp(slug), 'app');
    return store.listChannels(slug);
  };

  const changeChannel = (
    { app: slug, actor }: Caller,
    name: string,
    change: ChannelChangeRequest,
  ): Promise<Channel> =>
    inTransaction(slug, actor, async ({ tx, record, invalidate }) => {
      const channel = requireFound(await tx.findChannel(slug, name), 'channel');
      const { active = channel.active, alsoOffers = channel.alsoOffers } = change;
      if (typeof change.alsoOffers === 'string') {
        demandOther(name, change.alsoOffers);
        requireChannel(change.alsoOffers, await tx.findChannel(slug, change.alsoOffers));
      }
      const changed = { ...channel, active, alsoOffers: alsoOffers ?? undefined };
      await tx.updateChannel(changed);
      await record({ action: 'channel.change', subject: name, detail: { ...change } });
      if (changed.alsoOffers !== channel.alsoOffers) await invalidate();
      return changed;
    });

  return { createChannel, listChannels, changeChannel };
};
export type ChannelAdmin = ReturnType<typeof createChannelAdmin>;
