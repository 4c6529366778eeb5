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
 * Whether an app's domain works, looked at from outside: DNS, this service behind it, certificate. The service dials a
 * host that somebody else's DNS chooses, so it is no scanner: only domains that the admin gave the app, only at the
 * scheme and port of SLIPWAY_PUBLIC_URL, no private address but its own, one question without credentials, and of the
 * answer nothing but who gave it.
 */

export interface DomainCheckDeps {
  store: Apps & Domains;
  hosts: Hosts;
  prober: Prober;
  clock: Clock;
  ids: Ids;
  /** What all nodes share, so that each may be asked and any may answer. */
  secret: string;
  /** The address that answers on every host. */
  healthPath: string;
}

interface Remembered {
  atSeconds: number;
  status: Promise<DomainStatus>;
}

/** Tells a status again for a moment: whoever asks a thousand times makes the service look once. */
const createMemory = (clock: Clock) => {
  const seen = new Map<string, Remembered>();
  return (name: string, look: () => Promise<DomainStatus>): Promise<DomainStatus> => {
    const atSeconds = secondsOf(clock.now());
    const last = seen.get(name);
    const age = last === undefined ? Number.NaN : atSeconds - last.atSeconds;
    if (last !== undefined && age >= 0 && age < bounds.probePauseSeconds) return last.status;
    seen.delete(name);
    if (seen.size >= bounds.rememberedProbes) seen.delete(seen.keys().next().value ?? '');
    const status = look();
    seen.set(name, { atSeconds, status });
    return status;
  };
};

export const createDomainChecks = (needs: DomainCheckDeps) => {
  const { store, hosts, prober, clock, ids, secret, healthPath } = needs;
  const remember = createMemory(clock);

  const look = async ({ publicSlug }: App, domain: string): Promise<DomainStatus> => {
    const [own, url] = [hosts.hostOf(publicSlug), hosts.urlOf(domain)];
    const [theirs, ours] = await Promise.all([prober.resolve(domain), prober.resolve(own)]);
    const resolved = { domain, own, found: theirs, ours };
    const addresses = probeableAddresses(resolved).slice(0, bounds.probedAddresses);
    const nonce = ids.secret(32);
    const reply =
      addresses.length === 0 ? undefined : await prober.ask(`${url}${healthPath}?nonce=${nonce}`, addresses);
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
    /** How far a domain of an app has come; no other host is looked at. */
    status: async (slug: string, name: string): Promise<DomainStatus> => {
      const app = requireFound(await store.findApp(slug), 'app');
      const domain = parseHost(name) ?? name;
      const isOurs = (await store.listDomains(slug)).some((one) => one.domain === domain);
      if (!isOurs) throw notFound('domain');
      return remember(`${app.id} ${domain}`, () => look(app, domain));
    },

    /** What proves to whoever named the nonce that this installation was asked; undefined where it is no nonce. */
    prove: (nonce: unknown, host: string): string | undefined =>
      provePresence(secret, nonce, parseHost(host) ?? ''),
  };
};
export type DomainChecks = ReturnType<typeof createDomainChecks>;
