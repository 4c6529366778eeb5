import { ReleaseReview, ReviewAnswer } from '@slipway/api';
import { factsOf } from '../../../domain/model/artifact-facts.ts';
import { given } from '../../body/omit-nulls.ts';
import { appRoute, ok } from '../../routing/route.ts';

export const reviewRelease = appRoute({
  summary: 'Say what publishing a release would warn of or be refused with, before anything is uploaded',
  description:
    'Ask it before a long upload: it judges the version, the channel and every declared file as creating, declaring and publishing would, and stores nothing. `errors` would stop the release, `warnings` would not.',
  body: ReleaseReview,
  answers: { 200: ReviewAnswer },
  problems: ['invalid-fields', 'not-found'],
  isRead: true,
  handle: async ({ verbs, caller, body }) => {
    const artifacts = body.artifacts.map(({ size, signature, ...declared }) => ({
      ...given(declared),
      facts: factsOf(given(declared)),
      sizeBytes: size,
      signature: signature?.trim() || undefined,
    }));
    return ok({ review: await verbs.reviewing.reviewDeclared(caller.app, { ...given(body), artifacts }) });
  },
});
