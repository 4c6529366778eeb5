import { RolloutDetails } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRolloutDetail } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const getRollout = appRoute({
  summary: 'Read a rollout',
  description:
    'How far it is, what comes next, why it stands still where it does, what was told of the release, and how many have it.',
  params: ['id'],
  responses: { 200: RolloutDetails },
  problems: ['not-found'],
  handle: async ({ caller, params }, { rolloutSupervisor }: Needs<'rolloutSupervisor'>) =>
    ok(renderRolloutDetail(await rolloutSupervisor.getStatus(caller.app, params.id))),
});
