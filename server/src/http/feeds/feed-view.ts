import { formatNodePlatform, parsePlatform } from '@slipway/core/platform.ts';
import { channelsFor } from '../../domain/decision/planner.ts';
import { fileNameOf } from '../../domain/model/artifact.ts';
import type { FeedView } from '../../domain/model/feed.ts';
import { newestCriticalFirst } from '../../domain/model/published-version.ts';
import type { Site } from '../../domain/model/site.ts';
import { downloadUrl, type Links } from '../hosts/links.ts';

/*
 * The URLs of files in feeds. The architecture uses Node's names, because Electron's updater selects by them. That
 * updater also replaces the new version in the path with its own to find the old block map, so `+` stays unescaped (RFC
 * 3986 §3.3 allows it).
 */

const segmentOf = (text: string): string => encodeURIComponent(text).replaceAll('%2B', '+');

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
      channelsFor(site, channel).flatMap((name) => site.critical.get(name) ?? []),
    ).map(({ version }) => version),
    urlOf: (release, artifact) => site.baseUrl + pathOf(release, artifact),
    downloadUrlOf: ({ id: releaseId }, { target }) => downloadUrl(links, site, { releaseId, target }),
  };
};
