import { ReviewRequest, ReviewResponse } from '@slipway/api';
import { definedFacts } from '../../../domain/model/artifact-facts.ts';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, ok } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

export const reviewPublish = appRoute({
  summary: 'Say what publishing a release would warn of or be refused with, before anything is uploaded',
  description:
    'Ask it before a long upload: it judges the version, the channel and every declared file as creating, declaring and publishing would, and stores nothing. `errors` would stop the release, `warnings` would not.',
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
