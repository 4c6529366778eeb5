import type { IncomingMessage } from 'node:http';
import type { Catalog } from '../domain/catalog.ts';
import { type Hosts, parseHost } from '../domain/host.ts';
import type { Site } from '../domain/site.ts';

/*
 * Which site a request is for. The Host header is only ever looked up, never echoed. Behind a trusted proxy the
 * host that the client asked for is in X-Forwarded-Host.
 */

export type Trusts = (address: string) => boolean;

const maxRemembered = 10_000;

export const createSites = (needs: { catalog: Catalog; hosts: Hosts; trusts: Trusts | undefined }) => {
  const { catalog, hosts, trusts } = needs;
  const parsed = new Map<string, string | undefined>();

  /** Parsing is remembered: a service has few hosts, and each check would parse one anew. */
  const parse = (header: string): string | undefined => {
    if (parsed.has(header)) return parsed.get(header);
    const host = parseHost(header);
    if (parsed.size >= maxRemembered) parsed.clear();
    parsed.set(header, host);
    return host;
  };

  /** The host that was asked for, as hosts compare; undefined where the header names none. */
  const hostOf = (request: IncomingMessage): string | undefined => {
    const forwarded = trusts === undefined ? undefined : request.headers['x-forwarded-host'];
    const isTrusted = forwarded !== undefined && trusts?.(request.socket.remoteAddress ?? '') === true;
    return parse((isTrusted ? String(forwarded) : request.headers.host) ?? '');
  };

  return {
    /** The site if it is in memory; waits for nothing. */
    peek: (request: IncomingMessage): Site | undefined => {
      const host = hostOf(request);
      return host === undefined ? undefined : (catalog.peek(host) ?? undefined);
    },
    /** The site of the host that was asked, or undefined when the host is no app's. */
    find: async (request: IncomingMessage): Promise<Site | undefined> => {
      const host = hostOf(request);
      return host === undefined || hosts.whose(host).kind === 'service' ? undefined : catalog.find(host);
    },
    hostOf,
  };
};
export type Sites = ReturnType<typeof createSites>;
