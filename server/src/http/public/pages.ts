import type { ReleaseWithArtifacts } from '../../domain/nouns/release.ts';
import { latestOf, type Site } from '../../domain/nouns/site.ts';
import type { Updating } from '../../domain/updating.ts';
import { makeAnswer } from '../answer/answer.ts';
import { downloadUrl, type Links } from '../links.ts';
import { type CachedPage, createPageCache } from './page-cache.ts';

/* Latest and history (spec 4.7, 4.8), rendered once per site and address. */

export interface PageQuery {
  channel: string | undefined;
  target: string | undefined;
  limit: number;
}

const json = 'application/json; charset=utf-8';

type UrlOf = (release: ReleaseWithArtifacts, target: string) => string;

const platformsOf = (release: ReleaseWithArtifacts, target: string | undefined, urlOf: UrlOf) =>
  Object.fromEntries(
    release.artifacts
      .filter(
        (artifact) => artifact.state === 'active' && (target === undefined || artifact.target === target),
      )
      .map((artifact) => [
        artifact.target,
        {
          url: urlOf(release, artifact.target),
          size: String(artifact.sizeBytes),
          sha256: artifact.sha256,
          signature: artifact.signature ?? null,
        },
      ]),
  );

export const createPublicPages = (updating: Updating, links: Links) => {
  const cache = createPageCache();
  const urlOn =
    (site: Site): UrlOf =>
    ({ id: releaseId }, target) =>
      downloadUrl(links, site, { releaseId, target });

  const renderLatest = (site: Site, channel: string, target: string | undefined): string => {
    const release = latestOf(site, channel);
    const app = site.app.publicSlug;
    if (release === undefined) return JSON.stringify({ app, release: null });
    return JSON.stringify({
      app,
      version: release.version,
      notes: release.notes,
      pub_date: release.pubDate,
      platforms: platformsOf(release, target, urlOn(site)),
    });
  };

  const renderHistory = (site: Site, releases: ReleaseWithArtifacts[], target: string | undefined): string =>
    JSON.stringify({
      app: site.app.publicSlug,
      releases: releases.map((release) => ({
        id: release.id,
        version: release.version,
        notes: release.notes,
        pub_date: release.pubDate,
        channel: release.channel,
        platforms: platformsOf(release, target, urlOn(site)),
      })),
    });

  const latest = (
    site: Site,
    address: string,
    { channel = 'stable', target }: Omit<PageQuery, 'limit'>,
  ): CachedPage =>
    cache.find(site, address) ??
    cache.keep(site, address, {
      route: links.latest,
      answer: makeAnswer(200, json, renderLatest(site, channel, target)),
    });

  const history = async (site: Site, address: string, query: PageQuery): Promise<CachedPage> => {
    const known = cache.find(site, address);
    if (known !== undefined) return known;
    const { channel, target, limit } = query;
    const releases = await updating.history(site.app.slug, { channel, limit });
    const answer = makeAnswer(200, json, renderHistory(site, releases, target));
    return cache.keep(site, address, { route: links.history, answer });
  };

  return { latest, history, find: cache.find };
};
export type PublicPages = ReturnType<typeof createPublicPages>;
