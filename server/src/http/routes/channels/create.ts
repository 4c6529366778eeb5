import { Channel, ChannelCreation } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, created } from '../../routing/route.ts';
import { renderChannel } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const createChannel = appRoute({
  summary: 'Create a channel',
  description:
    'A stream of releases besides `stable`, for example `beta`. Installed copies name the channel in the check URL.',
  body: ChannelCreation,
  responses: { 201: Type.Object({ channel: Channel }) },
  problems: ['invalid-fields', 'not-found', 'channel-taken', 'limit-reached'],
  handle: async ({ caller, body }, { channelAdmin }: Needs<'channelAdmin'>) =>
    created({ channel: renderChannel(await channelAdmin.createChannel(caller, body.name)) }),
});
