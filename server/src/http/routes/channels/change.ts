import { Channel, ChannelChange } from '@slipway/api';
import { Type } from 'typebox';
import { renderChannel } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const changeChannel = appRoute({
  summary: 'Activate or deactivate a channel; checks of an inactive one go on',
  description:
    'An inactive channel takes no drafts and no publishes. Installed copies that follow it go on being answered.',
  example: { channel: { active: false } },
  params: ['name'],
  body: ChannelChange,
  answers: { 200: Type.Object({ channel: Channel }) },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ verbs, caller, body, params }) => {
    const channel = await verbs.administering.changeChannel(caller, params.name, body.active);
    return ok({ channel: renderChannel(channel) });
  },
});
