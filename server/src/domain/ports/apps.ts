import type { App } from '../model/app.ts';
import type { Page, PageRequest } from './page.ts';

export interface Apps {
  findApp(slug: string): Promise<App | undefined>;
  findAppByPublicSlug(publicSlug: string): Promise<App | undefined>;
  findAppByDomain(domain: string): Promise<App | undefined>;
  /** Ordered by slug. */
  listApps(page: PageRequest): Promise<Page<App>>;
}

/** The mutable settings of an app. */
export type AppSettings = Pick<
  App,
  | 'name'
  | 'adapter'
  | 'allowanceBytes'
  | 'extras'
  | 'checkCaching'
  | 'publishing'
  | 'signatures'
  | 'signedVersion'
  | 'page'
  | 'delivery'
>;

export interface AppChanges {
  /** Locks the app until the transaction ends, so that what is read afterwards stays true. */
  lockApp(slug: string): Promise<App | undefined>;
  /** Announces a public change of the app; returns its increasing number. */
  raiseGeneration(app: string): Promise<number>;
  /** Throws Conflict if the slug or public slug is taken. */
  insertApp(app: App): Promise<void>;
  updateApp(slug: string, change: Partial<AppSettings>): Promise<void>;
  /** Deletes channels, keys, signing keys, domains and drafts; the audit log stays. */
  deleteApp(slug: string): Promise<void>;
}
