import { exampleReleaseChange, ReleaseChange, ReleaseResponse } from '@slipway/api';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const changeRelease = appRoute({
  summary: 'Change the notes of a release, and whom it is for',
  description:
    'Sets the members that the body names, of a draft or of a published release, and leaves the others as they are; null unsets one. A `milestone` is a release that no client skips, a `critical` one must not be put off by older clients, `from` says which versions it may follow, and `heldTargets` are not offered it for now. Installed copies see the change once caches have expired, after six minutes at most. Nothing else of a release changes.',
  example: { release: { ...exampleReleaseChange, from: { atLeast: null, except: ['1.3.1'] } } },
  params: ['id'],
  body: ReleaseChange,
  responses: { 200: ReleaseResponse },
  problems: ['invalid-fields', 'not-found', 'limit-reached'],
  handle: async ({ caller, body, params }, needs: Needs<'releaseEdits' | 'releaseReviews'>) => {
    const { notes, from, ...policy } = body;
    const amendment = {
      ...policy,
      ...(notes === undefined ? {} : { notes: notes ?? '' }),
      ...(from ? { from: omitNulls(from) } : { from }),
    };
    const release = await needs.releaseEdits.edit(caller, params.id, amendment);
    return ok(renderReviewedRelease(release, await needs.releaseReviews.reviewPolicy(release)));
  },
});
