import { RolloutPlan, RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';
import { parseRolloutPlan, planFaults } from './parse-plan.ts';

export const planRollout = appRoute({
  summary: 'Plan how a release reaches its clients',
  description:
    'On a draft, publishing begins with the first step. On a published release it draws it back to the first step: whoever has it keeps it, the others get the release before. Steps are taken by the service while the brakes are calm; the last one at 100 % ends the rollout.',
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
