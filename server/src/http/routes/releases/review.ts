import { ReviewRequest, ReviewResponse } from '@slipway/api';
import { definedFacts } from '../../../domain/model/artifact-facts.ts';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, ok } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const reviewPublish = appRoute({
  summary: 'Validate a release before uploading',
  description:
    'Dry run for create, declare and publish; stores nothing. `errors` would block the release, `warnings` would not.',
  body: ReviewRequest,
  responses: { 200: ReviewResponse },
  problems: ['invalid-fields', 'not-found'],
  isRead: true,
  handle: async ({ caller, body }, { releaseReviews }: Needs<'releaseReviews'>) => {
    const artifacts = body.artifacts.map(({ size, signature, ...declared }) => ({
      ...omitNulls(declared),
      facts: definedFacts(omitNulls(declared)),
      sizeBytes: size,
      signature: signature?.trim() || undefined,
    }));
    return ok({
      review: await releaseReviews.reviewDeclared(caller.app, { ...omitNulls(body), artifacts }),
    });
  },
});
