import { Promotion, ReleaseResponse } from '@slipway/api';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, created } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const promoteRelease = appRoute({
  summary: 'Promote a release to another channel',
  description:
    'Creates a draft with the same notes, date, rules and artifacts; the storage copies the files. Publishing verifies them. Pruned artifacts are skipped with a warning. Call again to resume an interrupted copy; a complete draft returns `version-taken`.',
  example: { release: { channel: 'beta', state: 'draft', publishedAt: null } },
  params: ['id'],
  body: Promotion,
  responses: { 201: ReleaseResponse },
  problems: [
    'invalid-fields',
    'not-found',
    'not-published',
    'channel-missing',
    'channel-inactive',
    'version-taken',
    'limit-reached',
    'artifact-damaged',
    'storage-unavailable',
    'storage-full',
  ],
  dependsOn: 'storage',
  handle: async (
    { caller, body, params },
    { promotions, releaseQueries, releaseReviews }: Needs<'promotions' | 'releaseQueries' | 'releaseReviews'>,
  ) => {
    const { release, warnings } = await promotions.promote(caller, params.id, omitNulls(body));
    const draft = await releaseQueries.getRelease(caller.app, release.id);
    return created(renderReviewedRelease(draft, [...warnings, ...(await releaseReviews.review(draft))]));
  },
});
