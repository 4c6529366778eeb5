import { RolloutState, RolloutsResponse } from '@slipway/api';
import { Type } from 'typebox';
import { appRoute, ok } from '../../routing/route.ts';
import { renderRollout } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const listRollouts = appRoute({
  summary: 'List rollouts',
  description: 'Rollouts of drafts first, then those of published releases, newest first.',
  query: Type.Object({ state: Type.Optional(RolloutState) }),
  responses: { 200: RolloutsResponse },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ caller, query }, { rolloutControl }: Needs<'rolloutControl'>) => {
    const listed = await rolloutControl.listRollouts(caller.app, query.state);
    return ok({
      rollouts: listed.map(({ rollout, channel, version, releaseState, superseded }) => ({
        ...renderRollout(rollout),
        ...{ channel, version, releaseState, superseded },
      })),
    });
  },
});
