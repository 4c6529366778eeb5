import { ReleaseResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const getRelease = appRoute({
  summary: 'Get a release',
  description:
    'A release with its artifacts and upload state. For drafts, also the warnings publishing would raise.',
  params: ['id'],
  responses: { 200: ReleaseResponse },
  problems: ['not-found', 'storage-unavailable'],
  dependsOn: 'storage',
  handle: async ({ caller, params }, needs: Needs<'releaseQueries' | 'releaseReviews'>) => {
    const release = await needs.releaseQueries.getRelease(caller.app, params.id);
    return ok(renderReviewedRelease(release, await needs.releaseReviews.review(release)));
  },
});
