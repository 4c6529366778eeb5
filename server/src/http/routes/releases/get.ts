import { ReleaseResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const getRelease = appRoute({
  summary: 'Read a release, with what its publisher should know',
  description:
    'Shows one release with its artifacts and what was uploaded of them; of a draft also what publishing would warn of.',
  params: ['id'],
  responses: { 200: ReleaseResponse },
  problems: ['not-found', 'storage-unavailable'],
  dependsOn: 'storage',
  handle: async ({ caller, params }, needs: Needs<'releaseQueries' | 'releaseReviews'>) => {
    const release = await needs.releaseQueries.getRelease(caller.app, params.id);
    return ok(renderReviewedRelease(release, await needs.releaseReviews.review(release)));
  },
});
