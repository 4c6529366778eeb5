import { Resolver } from 'node:dns/promises';
import { bounds } from '../../domain/model/bounds.ts';
import type { DnsResult, Prober } from '../../domain/ports/prober.ts';
import { isPublicAddress } from './public-address.ts';

/*
 * Resolves through DNS and not the local hosts file, as remote clients do. The c-ares resolver uses no thread pool and
 * can be canceled.
 */

/** RFC 6761: names below `localhost` are this machine and need no lookup. */
const isLocalhost = (host: string): boolean => /(?:^|\.)localhost$/.test(host);

const foundOf = (addresses: readonly string[], cname: string | undefined): DnsResult => ({
  outcome: 'found',
  cname,
  addresses: addresses
    .slice(0, 2 * bounds.probedAddresses)
    .map((address) => ({ address, isPublic: isPublicAddress(address) })),
});

/** An empty answer is not a failure. */
const isNothing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** The records, empty if there are none, or undefined if the lookup failed. */
const recordsOf = (query: Promise<string[]>): Promise<string[] | undefined> =>
  query.catch((error: unknown) => (isNothing(error) ? [] : undefined));

/** One resolver per request, since canceling a resolver cancels all of its queries. */
const openResolver = (nameServers: readonly string[]): Resolver => {
  const resolver = new Resolver({ timeout: bounds.probeSeconds * 1000, tries: 1 });
  if (nameServers.length > 0) resolver.setServers([...nameServers]);
  return resolver;
};

export const createDnsResolver =
  (nameServers: readonly string[]): Prober['resolve'] =>
  async (host) => {
    if (isLocalhost(host)) return foundOf(['127.0.0.1', '::1'], undefined);
    const resolver = openResolver(nameServers);
    const timer = setTimeout(() => resolver.cancel(), bounds.probeSeconds * 1000);
    try {
      const [four, six, names] = await Promise.all([
        recordsOf(resolver.resolve4(host)),
        recordsOf(resolver.resolve6(host)),
        recordsOf(resolver.resolveCname(host)),
      ]);
      const addresses = [...(four ?? []), ...(six ?? [])];
      if (addresses.length > 0) return foundOf(addresses, names?.[0]?.toLowerCase());
      return four === undefined || six === undefined ? { outcome: 'failed' } : { outcome: 'missing' };
    } finally {
      clearTimeout(timer);
    }
  };
