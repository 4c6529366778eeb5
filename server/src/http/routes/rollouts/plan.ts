import { RolloutPlan, RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';
import { parseRolloutPlan, planFaults } from './parse-plan.ts';

export const planRollout = appRoute({
  summary: 'Plan a rollout',
  description:
    'For a draft, publishing starts the first step. A published release restarts at the first step: clients that have it keep it, the others get the previous release. The server advances steps unless a brake halts the rollout; the step at 100% ends it.',
  params: ['id'],
  body: RolloutPlan,
  responses: { 200: RolloutResponse },
  problems: ['invalid-fields', 'not-found', 'no-base', 'not-published', 'limit-reached'],
  extraFaults: (body, refused) => planFaults(body, refused),
  handle: async ({ caller, body, params }, { rolloutControl }: Needs<'rolloutControl'>) => {
    const { rollout, warnings } = await rolloutControl.plan(caller, params.id, parseRolloutPlan(body));
    return ok({ rollout: renderRollout(rollout), ...(warnings.length > 0 ? { warnings } : {}) });
  },
});
