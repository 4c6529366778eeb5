import { bounds } from '../../domain/model/bounds.ts';
import type { Site } from '../../domain/model/site.ts';
import type { Links } from '../hosts/links.ts';
import { parseLimit } from '../query/numbers.ts';

/* Reads only the known parts of a page's address, so that unused parameters never create another cache entry. */

export interface PublicPageQuery {
  channel?: string | undefined;
  target?: string | undefined;
  limit: number;
}

/** An unencoded address. */
export interface PageAddress {
  page: 'latest' | 'history';
  publicSlug: string;
  query: PublicPageQuery;
}

const read = new Set(['channel', 'target', 'limit']);
const wholeNumber = /^\d{1,4}$/;

/** Undefined if a parameter repeats or has no value, or if the limit is not a number. */
const parseQuery = (text: string): PublicPageQuery | undefined => {
  const values = new Map<string, string>();
  for (const pair of text === '' ? [] : text.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    if (!read.has(name)) continue;
    if (equals === -1 || values.has(name)) return undefined;
    values.set(name, pair.slice(equals + 1));
  }
  const limit = values.get('limit');
  if (limit !== undefined && !wholeNumber.test(limit)) return undefined;
  return { channel: values.get('channel'), target: values.get('target'), limit: parseLimit(limit) };
};

/** Parses unencoded addresses of latest and history; the framework parses the others. */
export const createPageAddressParser = (links: Pick<Links, 'latest' | 'history'>) => {
  const [before = '', latestEnd = ''] = links.latest.split(':publicSlug');
  const [, historyEnd = ''] = links.history.split(':publicSlug');
  return (url: string): PageAddress | undefined => {
    if (!url.startsWith(before)) return undefined;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const text = mark === -1 ? '' : url.slice(mark + 1);
    const slash = path.indexOf('/', before.length);
    const publicSlug = path.slice(before.length, slash);
    const end = path.slice(slash);
    const isPlain =
      text.length <= bounds.pageQueryLength &&
      !/[%+]/.test(text) &&
      (end === latestEnd || end === historyEnd);
    const query = isPlain ? parseQuery(text) : undefined;
    return query && { page: end === latestEnd ? 'latest' : 'history', publicSlug, query };
  };
};

const targetsOf = (site: Site): Set<string> => {
  const artifacts = [...site.channels.values()].flat().flatMap((release) => release.artifacts);
  return new Set(artifacts.map(({ target }) => target));
};

/** Matches no channel or target, because names have no space. */
const nothing = ' ';

/**
 * Maps all channels without a release to one, and all targets without a file to one, because their responses are the
 * same. A site knows each channel's latest release, and for each target one release that has it.
 */
export const createQueryNormalizer = () => {
  const targets = new WeakMap<Site, Set<string>>();
  const isThere = (site: Site, target: string): boolean => {
    const siteTargets = targets.get(site) ?? targetsOf(site);
    targets.set(site, siteTargets);
    return siteTargets.has(target);
  };
  return (site: Site, { channel, target, limit }: PublicPageQuery): PublicPageQuery => ({
    channel: channel === undefined || site.channels.has(channel) ? channel : nothing,
    target: target === undefined || isThere(site, target) ? target : nothing,
    limit,
  });
};
