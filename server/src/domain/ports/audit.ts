import type { AuditEntry, RecordedEvent } from '../model/event.ts';
import type { Page, PageRequest } from './page.ts';

export interface AuditFilter {
  subject?: string | undefined;
  /** The key's name or ID. */
  actor?: string | undefined;
  /** An action such as `release.publish`, or the part before its period. */
  action?: string | undefined;
}

export interface Audit {
  /** Newest first. By ID, since another app may have had the slug before. */
  listAudit(appId: string, page: PageRequest & AuditFilter): Promise<Page<AuditEntry>>;
}

/** Written inside the transaction of the change. */
export interface AuditChanges {
  recordEvent(event: RecordedEvent): Promise<void>;
}
