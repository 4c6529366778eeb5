import type { Caller } from '../model/actor.ts';
import type { Domain } from '../model/app.ts';
import { Conflict, notFound, Refusal, requireFound } from '../model/errors.ts';
import { type Hosts, parseHost } from '../model/host.ts';
import { requireQuota } from '../model/quota.ts';
import type { Apps } from '../ports/apps.ts';
import type { DomainChanges, Domains } from '../ports/domains.ts';
import type { InTransaction } from '../unit-of-work.ts';

export const createDomainAdmin = (needs: {
  store: Pick<Apps, 'findApp'> & Domains;
  hosts: Pick<Hosts, 'isReserved'>;
  inTransaction: InTransaction<Domains & DomainChanges>;
}) => {
  const { store, hosts, inTransaction } = needs;
  const normalize = (name: string): string => parseHost(name) ?? name;

  const createDomain = async ({ app: slug, actor }: Caller, name: string): Promise<Domain> => {
    const domain = normalize(name);
    if (hosts.isReserved(domain)) {
      throw new Refusal(
        'host-reserved',
        `"${domain}" is reserved: it is a host of the server, or under one.`,
      );
    }
    try {
      return await inTransaction(slug, actor, async ({ tx, at, record, invalidate }) => {
        const domains = await tx.listDomains(slug);
        if (domains.every((one) => one.domain !== domain)) requireQuota('domainsOfApp', domains.length);
        const created: Domain = { domain, app: slug, createdAt: at };
        await tx.insertDomain(created);
        await record({ action: 'domain.create', subject: domain });
        await invalidate();
        return created;
      });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      throw new Refusal('domain-taken', `Domain "${domain}" is already used by an app.`);
    }
  };

  const listDomains = async (slug: string): Promise<Domain[]> => {
    requireFound(await store.findApp(slug), 'app');
    return store.listDomains(slug);
  };

  const deleteDomain = ({ app: slug, actor }: Caller, name: string): Promise<void> =>
    inTransaction(slug, actor, async ({ tx, record, invalidate }) => {
      const domain = normalize(name);
      if (!(await tx.deleteDomain(slug, domain))) throw notFound('domain');
      await record({ action: 'domain.delete', subject: domain });
      await invalidate();
    });

  return { createDomain, listDomains, deleteDomain };
};
export type DomainAdmin = ReturnType<typeof createDomainAdmin>;
