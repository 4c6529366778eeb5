import { Channel } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderChannel } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listChannels = appRoute({
  summary: 'List the channels of an app',
  description: 'The app’s channels and whether they take releases.',
  responses: { 200: Type.Object({ channels: Type.Array(Channel) }) },
  problems: ['not-found'],
  handle: async ({ caller }, { channelAdmin }: Needs<'channelAdmin'>) =>
    ok({ channels: (await channelAdmin.listChannels(caller.app)).map(renderChannel) }),
});
