import { ReleaseAnswer } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { ok, route } from '../../route.ts';

export const getRelease = route({
  summary: 'Read a release, with what its publisher should know',
  answers: { 200: ReleaseAnswer },
  problems: ['not-found', 'storage-unavailable'],
  handle: async ({ verbs, caller, params }) => {
    const release = await verbs.reading.getRelease(caller.app, params.id ?? '');
    return ok(renderReviewed(release, await verbs.reviewing.review(release)));
  },
});
