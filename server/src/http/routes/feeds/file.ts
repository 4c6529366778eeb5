import {
  type DeliveryNeeds,
  deliverArtifact,
  deliveryProblems,
  deliveryResponses,
} from '../../downloads/deliver-artifact.ts';
import { alreadySent, siteRoute } from '../../routing/route.ts';
import type { Needs } from '../../services.ts';

/** The same bytes as at the artifact's URL, under the file name in a feed. */
export const downloadFile = siteRoute({
  summary: 'Download a feed file by name',
  description:
    'Serves the URLs in feed documents. The version is a separate path segment, so updaters find block maps of older versions. Any name ending in `.blockmap` returns the block map of the file for that version and target.',
  params: ['channel', 'version', 'target', 'fileName'],
  responses: deliveryResponses,
  problems: [...deliveryProblems, 'database-unavailable'],
  handle: async (call, needs: Needs<'downloads' | 'feedFiles'> & DeliveryNeeds) => {
    const { site, params } = call;
    const { releaseId, target, isOwnName } = await needs.feedFiles.find(site, params);
    const download = await needs.downloads.find(site, releaseId, target);
    await deliverArtifact({ ...call, needs }, download, { isImmutable: isOwnName });
    return alreadySent;
  },
});
