import { createLatestLinks, type Visitor } from '../../../../src/domain/delivery/latest-links.ts';
import type { App } from '../../../../src/domain/model/app.ts';
import type { ReleaseWithArtifacts } from '../../../../src/domain/model/release.ts';
import { makeSite, type Site } from '../../../../src/domain/model/site.ts';
import { createDownloadPages } from '../../../../src/http/pages/download-pages.ts';
import { createPageCache } from '../../../../src/http/pages/page-cache.ts';
import { artifactOf, releaseOf } from '../../../adapters/feeds/stage.ts';

/* A site with releases, and its download page for any visitor. */

/** A release with files for some targets, by their formats. */
export const published = (
  sequence: number,
  files: Readonly<Record<string, string>>,
  more: Partial<ReleaseWithArtifacts> = {},
): ReleaseWithArtifacts => {
  const artifacts = Object.entries(files).map(([target, format]) => artifactOf(target, format));
  return releaseOf(`${sequence}.0.0`, artifacts, { sequence, ...more });
};

export const siteOf = (releases: readonly ReleaseWithArtifacts[], app: Partial<App> = {}): Site =>
  makeSite(
    { host: 'acme.example.com', baseUrl: 'https://acme.example.com' },
    { slug: 'acme', publicSlug: 'acme', name: 'Acme', page: true, ...app } as App,
    releases,
  );

export const nobody: Visitor = { system: undefined, arch: undefined };

export const openPages = () => {
  const cache = createPageCache();
  const links = { page: '/', permanent: '/releases/download/latest/:target' };
  return { cache, pages: createDownloadPages({ latestLinks: createLatestLinks(), links, cache }) };
};

/** The page of a site; undefined if there is none. */
export const pageOf = (site: Site, visitor = nobody, channel = 'stable') => {
  const answer = openPages().pages.pageFor(site, channel, visitor)?.answer;
  if (answer === undefined) return undefined;
  const { body, head } = answer;
  return { html: body.toString(), head: head.text, etag: answer.etag };
};

/** The targets that a page links to, in order. */
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a(?: class="get")? href="\/releases\/download\/latest\/([^"?]+)[^"]*">/g)].map(
    ([, target = '']) => target,
  );
