import type { Domain } from '../model/app.ts';

/** Hosts of an app's own. */
export interface Domains {
  /** By name. */
  listDomains(app: string): Promise<Domain[]>;
}

/** What may be changed of them, inside a transaction. */
export interface DomainChanges {
  /** Throws Conflict when any app has it. */
  insertDomain(domain: Domain): Promise<void>;
  /** False when there was none. */
  deleteDomain(app: string, domain: string): Promise<boolean>;
}
