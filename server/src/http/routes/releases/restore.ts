import { ReleaseResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const restoreRelease = appRoute({
  summary: 'Restore a withdrawn release',
  description:
    'Undoes a withdrawal. The release returns to its old place in publishing order and is offered again where it is the latest.',
  params: ['id'],
  responses: { 200: ReleaseResponse },
  problems: ['not-found', 'not-published'],
  handle: async ({ caller, params }, { withdrawals }: Needs<'withdrawals'>) =>
    ok(renderReviewedRelease(await withdrawals.restore(caller, params.id))),
});
