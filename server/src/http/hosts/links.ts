import { defaultChannel } from '../../domain/model/channel.ts';
import type { Site } from '../../domain/model/site.ts';

/* URLs in responses and metric labels, derived from the route table so that no path is written twice. */

export interface Links {
  check: string;
  latest: string;
  history: string;
  download: string;
  /** The newest file for a target. */
  permanent: string;
  page: string;
  /** The documents of a feed. */
  feed: string;
  /** The files that feed documents name. */
  files: string;
}

/** The download URL on the requested site. */
export const downloadUrl = (
  { download }: Pick<Links, 'download'>,
  { baseUrl }: Pick<Site, 'baseUrl'>,
  params: { releaseId: string; target: string },
): string =>
  baseUrl + download.replace(':releaseId', () => params.releaseId).replace(':target', () => params.target);

/** A permanent path to the newest file for a target. */
export const latestDownloadPath = (
  { permanent }: Pick<Links, 'permanent'>,
  { channel, target }: { channel: string; target: string },
): string => {
  const query = channel === defaultChannel ? '' : `?channel=${encodeURIComponent(channel)}`;
  return permanent.replace(':target', () => encodeURIComponent(target)) + query;
};
