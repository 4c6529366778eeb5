import { RolloutDetails } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRolloutDetail } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const getRollout = appRoute({
  summary: 'Get a rollout',
  description: 'Progress, next step, stop reason, health evidence and completed downloads.',
  params: ['id'],
  responses: { 200: RolloutDetails },
  problems: ['not-found'],
  handle: async ({ caller, params }, { rolloutSupervisor }: Needs<'rolloutSupervisor'>) =>
    ok(renderRolloutDetail(await rolloutSupervisor.getStatus(caller.app, params.id))),
});
