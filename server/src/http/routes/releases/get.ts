import { ReleaseAnswer } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { ok, route } from '../../route.ts';

export const getRelease = route({
  summary: 'Read a release; a draft with what publishing it would warn of',
  answers: { 200: ReleaseAnswer },
  problems: ['not-found', 'storage-unavailable'],
  handle: async ({ verbs, caller, params }) => {
    const release = await verbs.reading.getRelease(caller.app, params.id ?? '');
    const warnings = release.state === 'draft' ? await verbs.publishing.review(release) : [];
    return ok(renderReviewed(release, warnings));
  },
});
