import type { AuditEntry, RecordedEvent } from '../nouns/event.ts';
import type { Page, PageRequest } from './page.ts';

/** What happened. */
export interface Audit {
  /** Of the app with that id, newest first: one that had its slug before is another; of one subject where it is given. */
  listAudit(appId: string, page: PageRequest & { subject?: string | undefined }): Promise<Page<AuditEntry>>;
}

/** How it is written down, inside the transaction that did it. */
export interface AuditChanges {
  recordEvent(event: RecordedEvent): Promise<void>;
}
