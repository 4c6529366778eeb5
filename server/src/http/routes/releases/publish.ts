import { ReleaseResponse } from '@slipway/api';
import { appRoute, ok } from '../../routing/route.ts';
import { renderReviewedRelease } from '../../serialize/resources.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.4. */
export const publishRelease = appRoute({
  summary: 'Publish a draft',
  description:
    'Verifies size, SHA-256 and, if the app has signing keys, signatures, then makes the release public atomically. If anything fails, nothing changes and `errors` lists everything. Idempotent. No body.',
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
