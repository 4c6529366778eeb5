import { RolloutAdvance, RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';
import { parsePermille, percentFaults } from './parse-plan.ts';

export const advanceRollout = appRoute({
  summary: 'Advance a rollout',
  description:
    'Goes to the next step, or to `percent` (up or down), which ends the schedule. Clients that have the release keep it. 0: cohorts only. 100: everyone.',
  params: ['id'],
  body: RolloutAdvance,
  responses: { 200: RolloutResponse },
  problems: ['invalid-fields', 'not-found', 'not-published', 'rollout-paused', 'rollout-over'],
  extraFaults: ({ percent }) => percentFaults(percent, '/percent'),
  handle: async ({ caller, body, params }, { rolloutControl }: Needs<'rolloutControl'>) => {
    const rollout = await rolloutControl.advance(caller, params.id, parsePermille(body));
    return ok({ rollout: renderRollout(rollout) });
  },
});
