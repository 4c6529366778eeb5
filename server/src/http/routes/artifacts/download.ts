import {
  type DeliveryNeeds,
  deliverArtifact,
  deliveryProblems,
  deliveryResponses,
} from '../../downloads/deliver-artifact.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** Spec 4.6. */
export const downloadArtifact = siteRoute({
  summary: 'Download an artifact, whole or ranges of it',
  description:
    'The address that update checks and public metadata give out. Interrupted downloads go on with `Range`; `ETag` is the SHA-256. Up to 1,000 ranges that rise and do not overlap are answered with `multipart/byteranges`, as differential updates ask for them. Every byte is counted for the app’s usage, and downloads stop with 402 once the allowance is used up. With the app’s `delivery: cached` caches may keep the bytes; with `redirect` they come from the storage.',
  params: ['releaseId', 'target'],
  responses: deliveryResponses,
  problems: deliveryProblems,
  handle: async (call, needs: Needs<'downloads'> & DeliveryNeeds) => {
    const { site, params } = call;
    const download = await needs.downloads.find(site, params.releaseId, params.target);
    await deliverArtifact({ ...call, needs }, download, { isImmutable: true });
    return alreadySent;
  },
});
