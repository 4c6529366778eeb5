import { ReleaseReview, ReviewAnswer } from '@slipway/api';
import { appRoute, ok } from '../../route.ts';

export const reviewRelease = appRoute({
  summary: 'Say what publishing a release would warn of or be refused with, before anything is uploaded',
  body: ReleaseReview,
  answers: { 200: ReviewAnswer },
  problems: ['invalid-fields', 'not-found'],
  handle: async ({ verbs, caller, body }) => {
    const artifacts = body.artifacts.map(({ target, format, size, signature }) => ({
      target,
      format,
      sizeBytes: size,
      signature: signature?.trim() || undefined,
    }));
    return ok({ review: await verbs.reviewing.reviewDeclared(caller.app, { ...body, artifacts }) });
  },
});
