import { RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const completeRollout = appRoute({
  summary: 'Give a release to everyone now',
  description: 'Ends the rollout at 100 %, also a paused one. Twice is once.',
  params: ['id'],

  responses: { 200: RolloutResponse },
  problems: ['not-found', 'not-published'],

  handle: async ({ caller, params }, { rolloutControl }: Needs<'rolloutControl'>) => {
    const rollout = await rolloutControl.complete(caller, params.id);
    return ok({ rollout: renderRollout(rollout) });
  },
});
