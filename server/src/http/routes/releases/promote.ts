import { Promotion, ReleaseResponse } from '@slipway/api';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, created } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const promoteRelease = appRoute({
  summary: 'Make a draft in another channel with the same bytes',
  description:
    'Takes a published release from one channel to another without uploading anything again: the draft has the notes, the date, the rules and every artifact of the original, copied by the storage. Publishing it verifies the bytes as ever. What was pruned is left out, with a warning. Where an earlier call broke off, the same call completes its draft; a draft that is whole already is `version-taken`.',
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
