import { parseDateTime, ReleaseCreation, ReleaseResponse } from '@slipway/api';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, created } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.1. */
export const createRelease = appRoute({
  summary: 'Create a draft',
  description:
    'The first step of a release; clients don’t see drafts. Declare and upload its artifacts, then publish it. Each version can be used once per channel.',
  example: { release: { state: 'draft', publishedAt: null, artifacts: [] } },
  body: ReleaseCreation,
  responses: { 201: ReleaseResponse },
  problems: [
    'invalid-fields',
    'not-found',
    'channel-missing',
    'channel-inactive',
    'version-taken',
    'limit-reached',
  ],
  handle: async ({ caller, body }, { drafts, releaseReviews }: Needs<'drafts' | 'releaseReviews'>) => {
    const request = omitNulls(body);
    const pubDate = request.pubDate === undefined ? undefined : parseDateTime(request.pubDate);
    const draft = await drafts.createDraft(caller, { ...request, pubDate });
    return created(renderReviewedRelease(draft, await releaseReviews.reviewNew(draft)));
  },
});
