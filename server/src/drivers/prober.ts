import type { Prober } from '../domain/ports/prober.ts';
import { createHttpProbe } from './prober/http-probe.ts';
import { createDnsResolver } from './prober/resolve-dns.ts';

/** Probes hosts with DNS lookups and one request each. */
export const openProber = (options: {
  /** Name servers as `203.0.113.53` or `203.0.113.53:5353`; the system's by default. */
  nameServers: readonly string[];
  /** Certificate authorities to trust instead of the default ones. */
  ca?: readonly string[];
}): Prober => ({ resolve: createDnsResolver(options.nameServers), probe: createHttpProbe(options.ca) });
