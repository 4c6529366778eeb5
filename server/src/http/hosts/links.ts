import { defaultChannel } from '../../domain/model/channel.ts';
import type { Site } from '../../domain/model/site.ts';

/* Addresses in answers and names in metrics, derived from the table: it is the only place that spells one out. */

/** The addresses that the public paths speak of. */
export interface Links {
  check: string;
  latest: string;
  history: string;
  download: string;
  /** Where the newest file for a target is. */
  permanent: string;
  /** The download page. */
  page: string;
  /** A feed's documents. */
  feed: string;
  /** The files that they name. */
  files: string;
}

/** Where an artifact is downloaded, on the site that was asked. */
export const downloadUrl = (
  { download }: Pick<Links, 'download'>,
  { baseUrl }: Pick<Site, 'baseUrl'>,
  params: { releaseId: string; target: string },
): string =>
  baseUrl + download.replace(':releaseId', () => params.releaseId).replace(':target', () => params.target);

/** Where the newest file for a target is, on the host that was asked: the address stays when the file does not. */
export const latestDownloadPath = (
  { permanent }: Pick<Links, 'permanent'>,
  { channel, target }: { channel: string; target: string },
): string => {
  const query = channel === defaultChannel ? '' : `?channel=${encodeURIComponent(channel)}`;
  return permanent.replace(':target', () => encodeURIComponent(target)) + query;
};
