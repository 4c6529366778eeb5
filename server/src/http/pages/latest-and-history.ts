import type { FairSemaphore } from '@slipway/core/fair-semaphore.ts';
import { latestForNewInstalls } from '../../domain/decision/new-installs.ts';
import { type Artifact, isActiveFile } from '../../domain/model/artifact.ts';
import { bounds } from '../../domain/model/bounds.ts';
import { defaultChannel } from '../../domain/model/channel.ts';
import type { ReleaseWithArtifacts } from '../../domain/model/release.ts';
import type { Site } from '../../domain/model/site.ts';
import type { ReleaseQueries } from '../../domain/releases/read.ts';
import { downloadUrl, type Links } from '../hosts/links.ts';
import { prepareLongResponse, prepareResponse } from '../response/response.ts';
import { createPageAddressParser, createQueryNormalizer, type PublicPageQuery } from './page-address.ts';
import type { CachedPage, PageCache } from './page-cache.ts';
import { createSingleFlight } from './single-flight.ts';

/* Latest and history (spec 4.7, 4.8), rendered once per site and query. */

const json = 'application/json; charset=utf-8';

/** Leaves space for name and headers: a history above the cache limit would be rendered for every request. */
const mostRendered = bounds.pageBytesOfHost - 16 * 1024;

const nameOf = (page: string, { channel = '', target = '', limit }: PublicPageQuery): string =>
  `${page}/${channel}/${target}/${page === 'latest' ? '' : limit}`;

const platformsOf = (
  files: readonly Artifact[],
  target: string | undefined,
  urlOf: (file: Artifact) => string,
) =>
  Object.fromEntries(
    files
      .filter((file) => target === undefined || file.target === target)
      .map((file) => [
        file.target,
        {
          url: urlOf(file),
          size: String(file.sizeBytes),
          sha256: file.sha256,
          signature: file.signature ?? null,
        },
      ]),
  );

export const createPublicPages = (needs: {
  releaseQueries: Pick<ReleaseQueries, 'listPublished'>;
  links: Links;
  queue: FairSemaphore;
  cache: PageCache;
}) => {
  const { releaseQueries, links, queue, cache } = needs;
  const flights = createSingleFlight<Site, CachedPage>();
  const addresses = createPageAddressParser(links);
  const canonical = createQueryNormalizer();
  const urlIn =
    (site: Site, { id: releaseId }: ReleaseWithArtifacts) =>
    ({ target }: Artifact): string =>
      downloadUrl(links, site, { releaseId, target });

  const renderLatest = (site: Site, channel: string, target: string | undefined): string => {
    const latest = latestForNewInstalls(site, channel);
    const app = site.app.publicSlug;
    if (latest === undefined) return JSON.stringify({ app, release: null });
    const { release, files } = latest;
    return JSON.stringify({
      app,
      version: release.version,
      notes: release.notes,
      pub_date: release.pubDate,
      platforms: platformsOf(files, target, urlIn(site, release)),
    });
  };

  const renderRelease = (site: Site, release: ReleaseWithArtifacts, target: string | undefined): string =>
    JSON.stringify({
      id: release.id,
      version: release.version,
      notes: release.notes,
      pub_date: release.pubDate,
      channel: release.channel,
      platforms: platformsOf(release.artifacts.filter(isActiveFile), target, urlIn(site, release)),
    });

  /** Renders lazily, up to the size that can be cached; at least one release. */
  const renderHistory = function* (site: Site, releases: ReleaseWithArtifacts[], target: string | undefined) {
    yield `{"app":${JSON.stringify(site.app.publicSlug)},"releases":[`;
    let bytes = 0;
    for (const [index, release] of releases.entries()) {
      const text = (index === 0 ? '' : ',') + renderRelease(site, release, target);
      // JSON may take six times the release's size.
      bytes += Buffer.byteLength(text);
      if (index > 0 && bytes > mostRendered) break;
      yield text;
    }
    yield ']}';
  };

  const readHistory = async (
    site: Site,
    { channel, target, limit }: PublicPageQuery,
  ): Promise<CachedPage> => {
    const isEmpty = channel !== undefined && !site.channels.has(channel);
    const releases = isEmpty ? [] : await releaseQueries.listPublished(site.app.slug, { channel, limit });
    const answer = await prepareLongResponse(json, renderHistory(site, releases, target));
    return { route: links.history, answer };
  };

  const latest = (site: Site, requested: PublicPageQuery): CachedPage => {
    const query = canonical(site, requested);
    const name = nameOf('latest', query);
    const cached = cache.find(site, name);
    if (cached !== undefined) return cached;
    const body = renderLatest(site, query.channel ?? defaultChannel, query.target);
    const answer = prepareResponse({ status: 200, contentType: json, body });
    return cache.store(site, name, { route: links.latest, answer });
  };

  const history = async (site: Site, requested: PublicPageQuery): Promise<CachedPage> => {
    const query = canonical(site, requested);
    const name = nameOf('history', query);
    const cached = cache.find(site, name);
    if (cached !== undefined) return cached;
    return flights(site, name, () =>
      queue(site.app.slug, async () => cache.store(site, name, await readHistory(site, query))),
    );
  };

  /** Finds a page in memory by its unencoded address, then caches it by that address. */
  const find = (site: Site, url: string): CachedPage | undefined => {
    const cached = cache.find(site, url);
    if (cached !== undefined) return cached;
    const address = addresses(url);
    if (address === undefined || address.publicSlug !== site.app.publicSlug) return undefined;
    const page = cache.find(site, nameOf(address.page, canonical(site, address.query)));
    // Histories are large and would count twice.
    if (page !== undefined && address.page === 'latest') cache.storeAlias(site, url, { page });
    return page;
  };

  return { latest, history, find };
};
export type PublicPages = ReturnType<typeof createPublicPages>;
