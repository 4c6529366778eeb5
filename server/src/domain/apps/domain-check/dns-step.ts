import type { DomainStatus } from '../../model/domain-status.ts';
import type { DnsResult, ResolvedAddress } from '../../ports/prober.ts';

/* Compares a domain's DNS records with those of the app's own host. Pure. */

export interface DomainNames {
  domain: string;
  /** The app's own host, which the domain must point to. */
  appHost: string;
}

export interface ResolvedDomain extends DomainNames {
  found: DnsResult;
  ours: DnsResult;
}

const addressesOf = (resolution: DnsResult): readonly ResolvedAddress[] =>
  resolution.outcome === 'found' ? resolution.addresses : [];

/** Public addresses, plus private ones that this server itself has. Nothing else may be dialed or shown. */
export const probeableAddresses = ({ found, ours }: ResolvedDomain): string[] => {
  const own = new Set(addressesOf(ours).map(({ address }) => address));
  return addressesOf(found)
    .filter(({ address, isPublic }) => isPublic || own.has(address))
    .map(({ address }) => address);
};

const recordFor = ({ domain, appHost }: DomainNames): string =>
  `Create a CNAME record for ${domain} that points to ${appHost}. If that isn’t possible, use an ALIAS or the addresses of ${appHost}.`;

const unknown = {
  state: 'unknown',
  verdict: 'doubtful',
  detail: 'The name servers didn’t respond in time.',
  remedy:
    'Try again in a minute. If it persists, check the domain’s name servers and the ones this server uses.',
} as const;

const list = (addresses: readonly string[]): string => addresses.join(', ');

/** Whether the domain points to the app's own host. */
const leadsHere = ({ appHost, found, ours }: ResolvedDomain, safe: readonly string[]): boolean =>
  (found.outcome === 'found' && found.cname === appHost) ||
  addressesOf(ours).some(({ address }) => safe.includes(address));

const evaluateDns = (resolved: ResolvedDomain, answersHere: boolean) => {
  const { domain, appHost, found, ours } = resolved;
  if (found.outcome === 'failed') return unknown;
  const [none, remedy] = [addressesOf(found).length === 0, recordFor(resolved)];
  if (none) {
    const detail = `DNS has no address for ${domain}.`;
    return { state: 'missing', verdict: 'bad', detail, remedy } as const;
  }
  const safe = probeableAddresses(resolved);
  if (leadsHere(resolved, safe)) {
    const detail = `It points to ${list(safe) || appHost}, like ${appHost}.`;
    return { state: 'here', verdict: 'good', detail, remedy: undefined } as const;
  }
  if (safe.length === 0) {
    const detail = 'It points to a private address that isn’t this server’s.';
    return { state: 'private', verdict: 'bad', detail, remedy } as const;
  }
  if (answersHere) {
    const detail = `It points to ${list(safe)}, which forwards requests to this server.`;
    return { state: 'elsewhere', verdict: 'good', detail, remedy: undefined } as const;
  }
  if (ours.outcome !== 'found') {
    const detail = `It points to ${list(safe)}. Whether that is this server is unknown, because ${appHost} has no address.`;
    const instead = `Create a DNS record for ${appHost} first. Custom domains must point to it.`;
    return { state: 'unknown', verdict: 'doubtful', detail, remedy: instead } as const;
  }
  const detail = `It points to ${list(safe)}, not to ${appHost}.`;
  return { state: 'elsewhere', verdict: 'bad', detail, remedy } as const;
};

/** A domain that points elsewhere is fine if this server answers there, for example behind a CDN. */
export const dnsStep = (resolved: ResolvedDomain, answersHere: boolean): DomainStatus['dns'] => ({
  ...evaluateDns(resolved, answersHere),
  cname: resolved.found.outcome === 'found' ? resolved.found.cname : undefined,
  addresses: probeableAddresses(resolved),
});
