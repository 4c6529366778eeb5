import type { App } from '../model/app.ts';
import type { Page, PageRequest } from './page.ts';

/** Apps, looked up by any of their names. */
export interface Apps {
  findApp(slug: string): Promise<App | undefined>;
  findAppByPublicSlug(publicSlug: string): Promise<App | undefined>;
  findAppByDomain(domain: string): Promise<App | undefined>;
  /** By slug. */
  listApps(page: PageRequest): Promise<Page<App>>;
}

/** What may be changed of an app once it is there. */
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

/** What may be changed of apps, inside a transaction. */
export interface AppChanges {
  /** The app, its changes kept waiting until this one is done: what is read after it stays true to the end. */
  lockApp(slug: string): Promise<App | undefined>;
  /** Says that what the public sees of an app changed, and gives its place in the order of changes. Grows. */
  raiseGeneration(app: string): Promise<number>;
  /** Throws Conflict when slug or public slug is taken. */
  insertApp(app: App): Promise<void>;
  updateApp(slug: string, change: Partial<AppSettings>): Promise<void>;
  /** With its channels, keys, signing keys, domains and drafts; the audit log stays. */
  deleteApp(slug: string): Promise<void>;
}
