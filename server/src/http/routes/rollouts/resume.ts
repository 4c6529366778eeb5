import { RolloutAdvance, RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';
import { parsePermille, percentFaults } from './parse-plan.ts';

export const resumeRollout = appRoute({
  summary: 'Resume a rollout',
  description:
    'Same clients as before. Resets the evidence and the current step’s wait. `percent` ends the schedule; raising it requires the scope `publish`. Idempotent.',
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
