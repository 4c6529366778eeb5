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
  summary: 'Download an artifact',
  description:
    'Supports `Range`; the `ETag` is the SHA-256. Up to 1,000 ascending ranges without overlap return `multipart/byteranges`. Every byte counts as usage; 402 when the allowance is used up. With `delivery: cached`, caches may keep the file; with `redirect`, the storage sends it.',
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
