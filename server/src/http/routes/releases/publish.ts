import { ReleaseResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.4. */
export const publishRelease = appRoute({
  summary: 'Publish a draft: verified, atomically, once',
  description:
    'Checks that every declared artifact was uploaded with its size and SHA-256, then makes all of them public in one step. Where the app has signing keys, its signatures are judged in the same reading. If anything is missing, or a signature is not what the app requires, nothing changes and the answer lists all of it. Calling it again answers the same. The body stays empty.',
  params: ['id'],
  responses: { 200: ReleaseResponse },
  problems: [
    'not-found',
    'uploads-incomplete',
    'signature-rejected',
    'release-withdrawn',
    'channel-inactive',
    'draft-changed',
    'storage-unavailable',
  ],
  dependsOn: 'storage',
  handle: async ({ caller, params }, { publications }: Needs<'publications'>) => {
    const { release, warnings } = await publications.publish(caller, params.id);
    return ok(renderReviewedRelease(release, warnings));
  },
});
