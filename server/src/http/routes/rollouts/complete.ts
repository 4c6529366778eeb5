import { RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const completeRollout = appRoute({
  summary: 'Complete a rollout',
  description: 'Sets the rollout to 100%, even if paused. Idempotent.',
  params: ['id'],

  responses: { 200: RolloutResponse },
  problems: ['not-found', 'not-published'],

  handle: async ({ caller, params }, { rolloutControl }: Needs<'rolloutControl'>) => {
    const rollout = await rolloutControl.complete(caller, params.id);
    return ok({ rollout: renderRollout(rollout) });
  },
});
