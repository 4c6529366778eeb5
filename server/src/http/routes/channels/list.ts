import { Channel } from '@slipway/api';
import { Type } from 'typebox';
import { renderChannel } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const listChannels = appRoute({
  summary: 'List the channels of an app',
  description: 'The app’s channels and whether they take releases.',
  answers: { 200: Type.Object({ channels: Type.Array(Channel) }) },
  problems: ['not-found'],
  handle: async ({ verbs, caller }) =>
    ok({ channels: (await verbs.administering.listChannels(caller.app)).map(renderChannel) }),
});
