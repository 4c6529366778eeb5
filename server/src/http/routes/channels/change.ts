import { Channel, ChannelChange } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderChannel } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const changeChannel = appRoute({
  summary: 'Activate or deactivate a channel, or let it also offer another',
  description:
    'An inactive channel takes no drafts and no publishes. Installed copies that follow it go on being answered. With `alsoOffers` they are offered whichever is newer by version, what this channel has for them or what the other has; null ends that. What the other also offers is not followed.',
  example: { channel: { alsoOffers: 'stable' } },
  params: ['name'],
  body: ChannelChange,
  responses: { 200: Type.Object({ channel: Channel }) },
  problems: ['invalid-fields', 'not-found', 'channel-missing'],
  handle: async ({ caller, body, params }, { channelAdmin }: Needs<'channelAdmin'>) => {
    const channel = await channelAdmin.changeChannel(caller, params.name, body);
    return ok({ channel: renderChannel(channel) });
  },
});
