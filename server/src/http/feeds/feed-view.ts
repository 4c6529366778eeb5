import { fileNameOf } from '../../domain/model/artifact.ts';
import type { FeedView } from '../../domain/model/feed.ts';
import { formatNodePlatform, parsePlatform } from '../../domain/model/platform.ts';
import { newestCriticalFirst } from '../../domain/model/published-version.ts';
import type { Site } from '../../domain/model/site.ts';
import { downloadUrl, type Links } from '../hosts/links.ts';

/*
 * Where feeds say that files are. The architecture is in Node's words, by which Electron's updater chooses. And that puts
 * its own version where the path has the new one, to find the block map of what it has: so the version stands there as
 * it is written, `+` included (RFC 3986 §3.3 allows it in a path).
 */

const segmentOf = (text: string): string => encodeURIComponent(text).replaceAll('%2B', '+');

/** What a site's feeds make documents of, with the addresses of its files. */
export const createFeedView = (
  { app: { publicSlug }, ...site }: Site,
  links: Pick<Links, 'files' | 'download'>,
  { channel, releases, published, shares }: Pick<FeedView, 'channel' | 'releases' | 'published' | 'shares'>,
): FeedView => {
  const pathOf: FeedView['pathOf'] = (release, artifact) => {
    const place = parsePlatform(artifact.target);
    const params: Readonly<Record<string, string>> = {
      channel: segmentOf(release.channel),
      version: segmentOf(release.version),
      target: place === undefined ? artifact.target : formatNodePlatform(place),
      fileName: segmentOf(fileNameOf(publicSlug, release.version, artifact)),
    };
    return links.files.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  };
  return {
    ...{ app: publicSlug, channel, releases, published, shares, pathOf },
    critical: newestCriticalFirst(
      [channel, site.alsoOffers.get(channel) ?? ''].flatMap((name) => site.critical.get(name) ?? []),
    ).map(({ version }) => version),
    urlOf: (release, artifact) => site.baseUrl + pathOf(release, artifact),
    downloadUrlOf: ({ id: releaseId }, { target }) => downloadUrl(links, site, { releaseId, target }),
  };
};
