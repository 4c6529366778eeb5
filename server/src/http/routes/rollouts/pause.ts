import { RolloutPause, RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const pauseRollout = appRoute({
  summary: 'Stop offering a release that is rolling out',
  description:
    'At once, on every node: nothing of a rolling release lies in a cache. Its bytes still download, and whoever has it keeps it; the others get the release before. Twice is once.',
  params: ['id'],
  body: RolloutPause,
  responses: { 200: RolloutResponse },
  problems: ['invalid-fields', 'not-found', 'not-published', 'rollout-over'],

  handle: async ({ caller, body, params }, { rolloutControl }: Needs<'rolloutControl'>) => {
    const rollout = await rolloutControl.pause(caller, params.id, body.reason);
    return ok({ rollout: renderRollout(rollout) });
  },
});
