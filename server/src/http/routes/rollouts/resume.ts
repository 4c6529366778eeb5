import { RolloutAdvance, RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';
import { parsePermille, percentFaults } from './parse-plan.ts';

export const resumeRollout = appRoute({
  summary: 'Go on with a rollout that was paused',
  description:
    'The same clients are in as before. The evidence and the hours of the step begin anew. A percent may be given, which ends the schedule; a higher one takes the scope `publish`. Twice is once.',
  params: ['id'],
  body: RolloutAdvance,
  responses: { 200: RolloutResponse },
  problems: ['invalid-fields', 'not-found', 'not-published', 'rollout-over', 'limit-reached'],
  extraFaults: ({ percent }) => percentFaults(percent, '/percent'),
  handle: async ({ caller, body, params }, { rolloutControl }: Needs<'rolloutControl'>) => {
    const rollout = await rolloutControl.resume(caller, params.id, parsePermille(body));
    return ok({ rollout: renderRollout(rollout) });
  },
});
