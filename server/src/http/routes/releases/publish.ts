import { ReleaseAnswer } from '@slipway/api';
import { renderReviewed } from '../../answer/wire.ts';
import { appRoute, ok } from '../../route.ts';

/** Spec 4.4. */
export const publishRelease = appRoute({
  summary: 'Publish a draft: verified, atomically, once',
  params: ['id'],
  answers: { 200: ReleaseAnswer },
  problems: [
    'not-found',
    'uploads-incomplete',
    'release-withdrawn',
    'channel-inactive',
    'draft-changed',
    'storage-unavailable',
  ],
  handle: async ({ verbs, caller, params }) => {
    const { release, warnings } = await verbs.publishing.publish(caller, params.id);
    return ok(renderReviewed(release, warnings));
  },
});
