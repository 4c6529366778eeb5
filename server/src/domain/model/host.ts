/*
 * Which host is whose. Hosts compare without case, port and trailing dot, and exactly: no suffix or prefix match,
 * so that `app.example.com.evil` is nobody's. Addresses in answers are built from what is stored here and in the
 * database, never from a request's header.
 */

export type HostOwner =
  | { kind: 'service' }
  | { kind: 'public-slug'; publicSlug: string }
  | { kind: 'domain'; domain: string };

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * An IP address is never an app's: who asks by address means the service. Whatever ends in a number is one to a browser
 * and to `new URL`, which read `0x7f.1` as 127.0.0.1; the DNS has no such names.
 */
const isAddress = (host: string): boolean => host.startsWith('[') || /(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(host);

/** This machine's own names, which no other can have. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** A Host header's name, as hosts compare, or undefined where it is none that an app could have. */
export const parseHost = (header: string): string | undefined => {
  const bracket = header.startsWith('[') ? header.indexOf(']') : -1;
  const colon = header.indexOf(':', bracket + 1);
  if (colon !== -1 && !/^:\d{0,5}$/.test(header.slice(colon))) return undefined;
  const name = (colon === -1 ? header : header.slice(0, colon)).toLowerCase().replace(/\.$/, '');
  if (bracket !== -1) return /^\[[0-9a-f:.]+\]$/.test(name) ? name : undefined;
  return name.length <= 253 && hostName.test(name) ? name : undefined;
};

export interface Hosts {
  whose(host: string): HostOwner;
  /** Whether this is {base_url}'s host. */
  isBase(host: string): boolean;
  /** Whether people find the dashboard here: the base host, and while that is this machine's, its other names. */
  isDashboard(host: string): boolean;
  /** The host of an app that is made from its public slug. */
  hostOf(publicSlug: string): string;
  /** The {public_base_url} of an app. */
  publicUrl(publicSlug: string): string;
  /** The address of an app on a host of its own. */
  urlOf(host: string): string;
  /** Whether a host is one of the service's own, or could be an app's by its slug, or lies under such a one. */
  isReserved(host: string): boolean;
  /** Whether a public slug would have one of the service's own hosts. */
  isReservedSlug(publicSlug: string): boolean;
}

export interface ServiceUrls {
  baseUrl: string;
  uploadUrl: string;
  publicUrl: string;
  /** Where a storage of its own takes uploads: no app may have such a host either. */
  storageHosts?: readonly string[];
}

/** A host and every domain that it lies under. */
const domainsOf = (host: string): string[] => {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
};

/** Reads the public address template, `https://{slug}.example.com`. */
export const createHosts = (addresses: ServiceUrls): Hosts => {
  const own = [addresses.baseUrl, addresses.uploadUrl].map((url) => new URL(url).hostname.toLowerCase());
  const reserved = [...own, ...(addresses.storageHosts ?? []).map((host) => host.toLowerCase())];
  const [before = '', after = ''] = new URL(addresses.publicUrl.replace('{slug}', 'slug-goes-here')).hostname
    .toLowerCase()
    .split('slug-goes-here');
  const { protocol, port } = new URL(addresses.publicUrl.replace('{slug}', 'x'));
  const suffix = after.replace(/^\./, '');
  const hostOfSlug = (publicSlug: string): string => `${before}${publicSlug}${after}`;
  /** The public slug whose host this is, whether an app has it or not. */
  const slugOf = (host: string): string | undefined => {
    const publicSlug = host.slice(before.length, host.length - after.length);
    return label.test(publicSlug) && hostOfSlug(publicSlug) === host ? publicSlug : undefined;
  };
  const isBase = (host: string): boolean => host === own[0];
  const isOwn = (host: string): boolean => reserved.includes(host) || host === suffix;
  /** Whether other hosts may not lie under this one; a template without a domain makes an app's of every `com`. */
  const isHome = (host: string): boolean => isOwn(host) || (host.includes('.') && slugOf(host) !== undefined);
  return {
    whose: (host) => {
      if (own.includes(host) || isAddress(host)) return { kind: 'service' };
      const publicSlug = slugOf(host);
      return publicSlug === undefined
        ? { kind: 'domain', domain: host }
        : { kind: 'public-slug', publicSlug };
    },
    isBase,
    isDashboard: (host) => isBase(host) || (isLoopback(host) && isLoopback(own[0] ?? '')),
    hostOf: hostOfSlug,
    publicUrl: (publicSlug) => addresses.publicUrl.replace('{slug}', publicSlug).replace(/\/+$/, ''),
    urlOf: (host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`,
    isReserved: (host) => isAddress(host) || slugOf(host) !== undefined || domainsOf(host).some(isHome),
    isReservedSlug: (publicSlug) => reserved.includes(hostOfSlug(publicSlug)),
  };
};
