import { RolloutPause, RolloutResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const pauseRollout = appRoute({
  summary: 'Pause a rollout',
  description:
    'Takes effect immediately on every node; responses during a rollout aren’t cached. Files can still be downloaded, and clients that have the release keep it. The others get the previous release. Idempotent.',
  params: ['id'],
  body: RolloutPause,
  responses: { 200: RolloutResponse },
  problems: ['invalid-fields', 'not-found', 'not-published', 'rollout-over'],

  handle: async ({ caller, body, params }, { rolloutControl }: Needs<'rolloutControl'>) => {
    const rollout = await rolloutControl.pause(caller, params.id, body.reason);
    return ok({ rollout: renderRollout(rollout) });
  },
});
