import type { Feed } from '../../domain/nouns/feed.ts';
import type { Site } from '../../domain/nouns/site.ts';
import { makeAnswer } from '../answer/answer.ts';
import type { Links } from '../links.ts';
import { createPathOf } from './file-paths.ts';
import type { CachedPage, PageCache } from './page-cache.ts';

/*
 * The documents of feeds, rendered once per site. What is remembered goes by the path alone: some updaters hang another
 * query onto each request, so that no cache on the way answers it.
 */

const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark === -1 ? url : url.slice(0, mark);
};

export const createFeeds = (
  feeds: readonly Feed[],
  links: Pick<Links, 'feed' | 'files'>,
  cache: PageCache,
) => {
  const render = (site: Site, id: string, asked: { channel: string; rest: string }) => {
    const feed = feeds.find((candidate) => candidate.id === id);
    const ask = feed?.parse(asked.channel, asked.rest);
    const releases = ask && site.channels.get(ask.channel);
    if (feed === undefined || ask === undefined || releases === undefined) return undefined;
    return feed.render({ releases, pathOf: createPathOf(links.files, site) }, ask.document);
  };

  /** The document at an address; undefined where there is none. */
  const read = (site: Site, id: string, asked: { channel: string; rest: string }): CachedPage | undefined => {
    const name = `/feeds/${id}/${asked.channel}/${asked.rest}`;
    const known = cache.find(site, name);
    if (known !== undefined) return known;
    const rendered = render(site, id, asked);
    if (rendered === undefined) return undefined;
    const answer = makeAnswer(rendered.status, rendered.contentType, rendered.body);
    return cache.keep(site, name, { route: links.feed, answer });
  };

  /** The document at an address that is written plainly, if it is in memory. */
  const find = (site: Site, url: string): CachedPage | undefined => cache.find(site, pathOf(url));

  return { read, find };
};
export type Feeds = ReturnType<typeof createFeeds>;
