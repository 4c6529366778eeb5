import { Channel, ChannelChange } from '@slipway/api';
import { Type } from 'typebox';
import { renderChannel } from '../../answer/wire.ts';
import { ok, route } from '../../route.ts';

export const changeChannel = route({
  summary: 'Activate or deactivate a channel; checks of an inactive one go on',
  body: ChannelChange,
  answers: { 200: Type.Object({ channel: Channel }) },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ verbs, caller, body, params }) => {
    const channel = await verbs.administering.changeChannel(caller, params.name ?? '', body.active);
    return ok({ channel: renderChannel(channel) });
  },
});
