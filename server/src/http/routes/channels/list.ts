import { Channel } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderChannel } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listChannels = appRoute({
  summary: 'List channels',
  description: 'Channels and whether they accept new releases.',
  responses: { 200: Type.Object({ channels: Type.Array(Channel) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { channelAdmin }: Needs<'channelAdmin'>) =>
    ok({ channels: (await channelAdmin.listChannels(caller.app)).map(renderChannel) }),
});
