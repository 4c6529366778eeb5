import type { Catalog } from '../../domain/catalog/catalog.ts';
import { type Hosts, parseHost } from '../../domain/model/host.ts';
import type { Site } from '../../domain/model/site.ts';
import type { PlainRequest } from '../../node/plain-request.ts';

/*
 * Which site a request is for. The Host header is only ever looked up, never echoed. Behind a trusted proxy the
 * host that the client asked for is in X-Forwarded-Host.
 */

export type IsTrustedProxy = (address: string) => boolean;

const [colon, zero, nine] = [58, 48, 57];
const mostDigits = 5;

/** A header without its port: as hosts compare already, when it comes from a client that writes them plainly. */
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
  trusts: IsTrustedProxy | undefined;
}) => {
  const { catalog, hosts, trusts } = needs;

  const headerOf = (request: PlainRequest): string => {
    const forwarded = trusts === undefined ? undefined : request.headers['x-forwarded-host'];
    const isTrusted =
      forwarded !== undefined && forwarded !== '' && trusts?.(request.socket.remoteAddress ?? '') === true;
    return (isTrusted ? String(forwarded) : request.headers.host) ?? '';
  };

  return {
    /** The host that was asked, as the client wrote it. */
    asked: headerOf,
    /** The same without its port: as the catalog has it, where the client writes it plainly. */
    plainHost: (request: PlainRequest): string => withoutPort(headerOf(request)),
    /** The site if it is in memory; waits for nothing. */
    peek: (request: PlainRequest): Site | undefined => {
      const header = headerOf(request);
      // The catalog holds parsed hosts alone: what is found there as it stands needs no parsing.
      const known = catalog.peek(withoutPort(header));
      if (known) return known;
      const host = parseHost(header);
      return host === undefined ? undefined : (catalog.peek(host) ?? undefined);
    },
    /** The site of the host that was asked, or undefined when the host is no app's. */
    find: async (request: PlainRequest): Promise<Site | undefined> => {
      const host = parseHost(headerOf(request));
      return host === undefined || hosts.whose(host).kind === 'service' ? undefined : catalog.find(host);
    },
    /** Whether the base host was asked. */
    isBase: (request: PlainRequest): boolean => {
      const host = parseHost(headerOf(request));
      return host !== undefined && hosts.isBase(host);
    },
    /** Whether the dashboard answers at the host that was asked: by no name that somebody else could point here. */
    isDashboard: (request: PlainRequest): boolean => {
      const host = parseHost(headerOf(request));
      return host !== undefined && hosts.isDashboard(host);
    },
    /** The site of an app by its public slug, on the host that is made from it. */
    findNamed: async (publicSlug: string): Promise<Site | undefined> => {
      const host = parseHost(hosts.hostOf(publicSlug));
      return host === undefined ? undefined : catalog.find(host);
    },
  };
};
export type Sites = ReturnType<typeof createSites>;
