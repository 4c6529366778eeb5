import type { App } from '../../model/app.ts';
import { bounds } from '../../model/bounds.ts';
import type { DomainStatus } from '../../model/domain-status.ts';
import { notFound, requireFound } from '../../model/errors.ts';
import { type Hosts, parseHost } from '../../model/host.ts';
import { secondsOf } from '../../model/instant.ts';
import { provePresence, verifyPresence } from '../../model/presence.ts';
import type { Apps } from '../../ports/apps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Domains } from '../../ports/domains.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Prober } from '../../ports/prober.ts';
import { answerSkipped, answerStep } from './answer-step.ts';
import { certificateStep } from './certificate-step.ts';
import { dnsStep, probeableAddresses } from './dns-step.ts';

/*
 * Checks a domain from outside: DNS, this server behind it, certificate. The server dials a host that foreign DNS
 * chooses, so SSRF is prevented: only domains that the admin added, only the scheme and port of SLIPWAY_PUBLIC_URL, no
 * private addresses except its own, one request without credentials, and only the responder's identity is reported.
 */

export interface DomainCheckDeps {
  store: Apps & Domains;
  hosts: Hosts;
  prober: Prober;
  clock: Clock;
  ids: Ids;
  /** Shared by all nodes, so that any node may answer the probe. */
  secret: string;
  /** A path that is served on every host. */
  healthPath: string;
}

interface CachedStatus {
  atSeconds: number;
  status: Promise<DomainStatus>;
}

/** Caches a status briefly, so that repeated requests cause a single probe. */
const createStatusCache = (clock: Clock) => {
  const cache = new Map<string, CachedStatus>();
  return (name: string, look: () => Promise<DomainStatus>): Promise<DomainStatus> => {
    const atSeconds = secondsOf(clock.now());
    const last = cache.get(name);
    const age = last === undefined ? Number.NaN : atSeconds - last.atSeconds;
    if (last !== undefined && age >= 0 && age < bounds.probePauseSeconds) return last.status;
    cache.delete(name);
    if (cache.size >= bounds.rememberedProbes) cache.delete(cache.keys().next().value ?? '');
    const status = look();
    cache.set(name, { atSeconds, status });
    return status;
  };
};

export const createDomainChecks = (needs: DomainCheckDeps) => {
  const { store, hosts, prober, clock, ids, secret, healthPath } = needs;
  const remember = createStatusCache(clock);

  const look = async ({ publicSlug }: App, domain: string): Promise<DomainStatus> => {
    const [own, url] = [hosts.hostOf(publicSlug), hosts.urlOf(domain)];
    const [theirs, ours] = await Promise.all([prober.resolve(domain), prober.resolve(own)]);
    const resolved = { domain, appHost: own, found: theirs, ours };
    const addresses = probeableAddresses(resolved).slice(0, bounds.probedAddresses);
    const nonce = ids.secret(32);
    const reply =
      addresses.length === 0
        ? undefined
        : await prober.probe(`${url}${healthPath}?nonce=${nonce}`, addresses);
    const presence = verifyPresence(secret, { nonce, host: domain }, reply?.http?.presence);
    const checkedAt = clock.now();
    return {
      domain,
      checkedAt,
      dns: dnsStep(resolved, presence === 'here'),
      answers: { ...(reply === undefined ? answerSkipped : answerStep(url, reply, presence)), url },
      certificate: certificateStep(url, reply, checkedAt),
    };
  };

  return {
    /** Only hosts that belong to the app are probed. */
    status: async (slug: string, name: string): Promise<DomainStatus> => {
      const app = requireFound(await store.findApp(slug), 'app');
      const domain = parseHost(name) ?? name;
      const isOurs = (await store.listDomains(slug)).some((one) => one.domain === domain);
      if (!isOurs) throw notFound('domain');
      return remember(`${app.id} ${domain}`, () => look(app, domain));
    },

    /** Proves to the sender of the nonce that it reached this installation; undefined if it is not a nonce. */
    prove: (nonce: unknown, host: string): string | undefined =>
      provePresence(secret, nonce, parseHost(host) ?? ''),
  };
};
export type DomainChecks = ReturnType<typeof createDomainChecks>;
