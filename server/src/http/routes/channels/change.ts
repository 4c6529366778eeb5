import { Channel, ChannelChange } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderChannel } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const changeChannel = appRoute({
  summary: 'Update a channel',
  description:
    'An inactive channel accepts no new releases but still serves clients. With `alsoOffers`, clients get whichever is newer, this channel’s release or the other’s; null stops that. Not transitive.',
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
