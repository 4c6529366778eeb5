import { ReleaseResponse, Withdrawal } from '@slipway/api';
import { milestoneLiftedWarnings } from '../../../domain/model/review.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const withdrawRelease = appRoute({
  summary: 'Withdraw a release',
  description:
    'Stops offering and listing the release; the previous release becomes the latest. Files can still be downloaded and installed copies keep it. Caches may offer it for up to six minutes. Reversible.',
  example: { release: { state: 'withdrawn', withdrawnAt: '2026-03-14T11:02:45.000Z' } },
  params: ['id'],
  body: Withdrawal,
  responses: { 200: ReleaseResponse },
  problems: ['invalid-fields', 'not-found', 'not-published'],
  handle: async ({ caller, body, params }, { withdrawals }: Needs<'withdrawals'>) => {
    const release = await withdrawals.withdraw(caller, params.id, body.reason);
    return ok(renderReviewedRelease(release, milestoneLiftedWarnings(release)));
  },
});
