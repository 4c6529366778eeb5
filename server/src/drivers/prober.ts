import type { Prober } from '../domain/ports/prober.ts';
import { createHttpProbe } from './prober/asking.ts';
import { createDnsResolver } from './prober/resolving.ts';

/** Looks at hosts by the DNS and by one request each. */
export const openProber = (options: {
  /** Name servers as `203.0.113.53` or `203.0.113.53:5353`; those of the machine unless given. */
  nameServers: readonly string[];
  /** Authorities that are trusted instead of the usual ones. */
  ca?: readonly string[];
}): Prober => ({ resolve: createDnsResolver(options.nameServers), ask: createHttpProbe(options.ca) });
