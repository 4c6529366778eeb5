import { RolloutAnswer } from '@slipway/api';
import { renderRollout } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

export const getRollout = appRoute({
  summary: 'Read a rollout',
  description: 'How far it is, what comes next, and why it stands still where it does.',
  params: ['id'],
  answers: { 200: RolloutAnswer },
  problems: ['not-found'],
  handle: async ({ verbs, caller, params }) =>
    ok({ rollout: renderRollout(await verbs.rollingOut.show(caller.app, params.id)) }),
});
