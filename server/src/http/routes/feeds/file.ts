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
  summary: 'Download a file of a feed by its name',
  description:
    'The addresses that the documents of feeds hold. The version is a part of the path of its own, so that an updater that has an older version finds the block map of that. A name that ends in `.blockmap` finds the block map of the file for the version and target, whatever stands before it.',
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
