import type { Domain } from '../model/app.ts';

/** Custom hosts of apps. */
export interface Domains {
  /** Ordered by name. */
  listDomains(app: string): Promise<Domain[]>;
}

export interface DomainChanges {
  /** Throws Conflict if any app has it. */
  insertDomain(domain: Domain): Promise<void>;
  /** False if there was none. */
  deleteDomain(app: string, domain: string): Promise<boolean>;
}
