import { exampleReleaseChange, ReleaseChange, ReleaseResponse } from '@slipway/api';
import { omitNulls } from '../../body/omit-nulls.ts';
import { appRoute, ok } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

export const changeRelease = appRoute({
  summary: 'Update notes and rules of a release',
  description:
    'Updates the given fields of a draft or published release; null clears one. `milestone`: clients can’t skip it. `critical`: tells older clients not to postpone it. `from`: versions it can follow. `heldTargets`: targets that don’t get it. Takes effect within six minutes (caches).',
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
