import type { Catalog } from '../../domain/catalog/catalog.ts';
import { type Hosts, parseHost } from '../../domain/model/host.ts';
import type { Site } from '../../domain/model/site.ts';
import type { PlainRequest } from '../../node/plain-request.ts';

/*
 * Finds the site of a request. The Host header is only looked up, never echoed. Behind a trusted proxy,
 * X-Forwarded-Host has the original host.
 */

export type IsTrustedProxy = (address: string) => boolean;

const [colon, zero, nine] = [58, 48, 57];
const mostDigits = 5;

/** Strips the port without parsing; a plainly written host then matches the catalog directly. */
const withoutPort = (header: string): string => {
  for (let at = header.length - 1; at >= header.length - 1 - mostDigits; at--) {
    const code = header.charCodeAt(at);
    if (code === colon) return header.slice(0, at);
    if (!(code >= zero && code <= nine)) break;
  }
  return header;
};

export const createSites = (needs: {
  catalog: Catalog;
  hosts: Hosts;
  isTrustedProxy: IsTrustedProxy | undefined;
}) => {
  const { catalog, hosts, isTrustedProxy } = needs;

  const headerOf = (request: PlainRequest): string => {
    const forwarded = isTrustedProxy === undefined ? undefined : request.headers['x-forwarded-host'];
    const isTrusted =
      forwarded !== undefined &&
      forwarded !== '' &&
      isTrustedProxy?.(request.socket.remoteAddress ?? '') === true;
    return (isTrusted ? String(forwarded) : request.headers.host) ?? '';
  };

  return {
    /** The requested host as the client wrote it. */
    requestedHost: headerOf,
    /** The requested host without its port. */
    plainHost: (request: PlainRequest): string => withoutPort(headerOf(request)),
    /** The site if it is in memory; never waits. */
    peek: (request: PlainRequest): Site | undefined => {
      const header = headerOf(request);
      // The catalog holds parsed hosts only, so a direct match needs no parsing.
      const site = catalog.peek(withoutPort(header));
      if (site) return site;
      const host = parseHost(header);
      return host === undefined ? undefined : (catalog.peek(host) ?? undefined);
    },
    /** Undefined if the host belongs to no app. */
    find: async (request: PlainRequest): Promise<Site | undefined> => {
      const host = parseHost(headerOf(request));
      return host === undefined || hosts.ownerOf(host).kind === 'service' ? undefined : catalog.find(host);
    },
    isBase: (request: PlainRequest): boolean => {
      const host = parseHost(headerOf(request));
      return host !== undefined && hosts.isBase(host);
    },
    /** Excludes host names that others could point to this server. */
    isDashboard: (request: PlainRequest): boolean => {
      const host = parseHost(headerOf(request));
      return host !== undefined && hosts.isDashboard(host);
    },
    /** The site of an app by public slug, on its generated host. */
    findBySlug: async (publicSlug: string): Promise<Site | undefined> => {
      const host = parseHost(hosts.hostOf(publicSlug));
      return host === undefined ? undefined : catalog.find(host);
    },
  };
};
export type Sites = ReturnType<typeof createSites>;
