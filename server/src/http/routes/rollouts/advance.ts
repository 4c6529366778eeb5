import { RolloutAdvance, RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';
import { parsePermille, percentFaults } from './parse-plan.ts';

export const advanceRollout = appRoute({
  summary: 'Take the next step of a rollout now, or go to a percent',
  description:
    'Without a percent the next step is taken now. With one the rollout goes there, higher or lower, and its schedule ends: whoever has the release keeps it. 0 is nobody but the cohorts, 100 is everyone.',
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
