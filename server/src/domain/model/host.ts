/*
 * Maps hosts to apps. Hosts compare without case, port and trailing dot, and exactly: no suffix or prefix match, so
 * `app.example.com.evil` matches nothing. URLs in responses are built from configuration and database, never from a
 * request header.
 */

export type HostOwner =
  | { kind: 'service' }
  | { kind: 'public-slug'; publicSlug: string }
  | { kind: 'domain'; domain: string };

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * An IP address always means the server itself. Browsers and `new URL` parse any host that ends in a number as an
 * address, such as `0x7f.1` for 127.0.0.1; DNS has no such names.
 */
const isAddress = (host: string): boolean => host.startsWith('[') || /(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(host);

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Normalizes a Host header; undefined if no app could have that host. */
export const parseHost = (header: string): string | undefined => {
  const bracket = header.startsWith('[') ? header.indexOf(']') : -1;
  const colon = header.indexOf(':', bracket + 1);
  if (colon !== -1 && !/^:\d{0,5}$/.test(header.slice(colon))) return undefined;
  const name = (colon === -1 ? header : header.slice(0, colon)).toLowerCase().replace(/\.$/, '');
  if (bracket !== -1) return /^\[[0-9a-f:.]+\]$/.test(name) ? name : undefined;
  return name.length <= 253 && hostName.test(name) ? name : undefined;
};

export interface Hosts {
  ownerOf(host: string): HostOwner;
  /** Whether it is the host of {base_url}. */
  isBase(host: string): boolean;
  /** Whether it serves the dashboard: the base host, and all loopback names if that is one. */
  isDashboard(host: string): boolean;
  /** Built from the public slug. */
  hostOf(publicSlug: string): string;
  /** The {public_base_url} of an app. */
  publicUrl(publicSlug: string): string;
  /** The URL of an app on a custom host. */
  urlOf(host: string): string;
  /** Whether a host is the server's own, could be an app's by slug, or is a subdomain of either. */
  isReserved(host: string): boolean;
  /** Whether a public slug would collide with one of the server's own hosts. */
  isReservedSlug(publicSlug: string): boolean;
}

export interface ServiceUrls {
  baseUrl: string;
  uploadUrl: string;
  publicUrl: string;
  /** Hosts where the storage takes uploads; no app may use these. */
  storageHosts?: readonly string[];
}

/** The host and its parent domains. */
const domainsOf = (host: string): string[] => {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
};

/** Parses the public URL template, `https://{slug}.example.com`. */
export const createHosts = (addresses: ServiceUrls): Hosts => {
  const own = [addresses.baseUrl, addresses.uploadUrl].map((url) => new URL(url).hostname.toLowerCase());
  const reserved = [...own, ...(addresses.storageHosts ?? []).map((host) => host.toLowerCase())];
  const [before = '', after = ''] = new URL(addresses.publicUrl.replace('{slug}', 'slug-goes-here')).hostname
    .toLowerCase()
    .split('slug-goes-here');
  const { protocol, port } = new URL(addresses.publicUrl.replace('{slug}', 'x'));
  const suffix = after.replace(/^\./, '');
  const hostOfSlug = (publicSlug: string): string => `${before}${publicSlug}${after}`;
  /** The public slug of a host, whether or not an app has it. */
  const slugOf = (host: string): string | undefined => {
    const publicSlug = host.slice(before.length, host.length - after.length);
    return label.test(publicSlug) && hostOfSlug(publicSlug) === host ? publicSlug : undefined;
  };
  const isBase = (host: string): boolean => host === own[0];
  const isOwn = (host: string): boolean => reserved.includes(host) || host === suffix;
  /** Whether subdomains are reserved; a template without a domain would otherwise reserve every `com`. */
  const isHome = (host: string): boolean => isOwn(host) || (host.includes('.') && slugOf(host) !== undefined);
  return {
    ownerOf: (host) => {
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
