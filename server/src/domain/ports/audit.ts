import type { AuditEntry, RecordedEvent } from '../model/event.ts';
import type { Page, PageRequest } from './page.ts';

/** Which entries of the audit log are listed. */
export interface AuditFilter {
  subject?: string | undefined;
  /** The name or ID of the key that did it. */
  actor?: string | undefined;
  /** An action such as `release.publish`, or the part before its period. */
  action?: string | undefined;
}

/** What happened. */
export interface Audit {
  /** Of the app with that ID, newest first: an app that had its slug before is another one. */
  listAudit(appId: string, page: PageRequest & AuditFilter): Promise<Page<AuditEntry>>;
}

/** How it is written down, inside the transaction that did it. */
export interface AuditChanges {
  recordEvent(event: RecordedEvent): Promise<void>;
}
