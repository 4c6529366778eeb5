import type { Kysely } from 'kysely';
import type { AuditEntry } from '../../domain/nouns/event.ts';
import type { Audit, AuditChanges } from '../../domain/ports/audit.ts';
import { makeCursor, pageOf, parseNumberCursor } from './cursor.ts';
import type { Row, Tables } from './schema.ts';

/** What was written as an event is read as one; the column's text holds whatever its kind tells. */
const entryOf = ({ detail, app_id: appId, ...row }: Row<'audit'>): AuditEntry =>
  ({ ...row, appId, detail: detail === null ? undefined : JSON.parse(detail) }) as AuditEntry;

/** The reads of the audit log. */
export const auditReads = (db: Kysely<Tables>): Audit => ({
  listAudit: async (appId, { limit, cursor }) => {
    const before = parseNumberCursor('audit', cursor);
    const query = db
      .selectFrom('audit')
      .selectAll()
      .where('app_id', '=', appId)
      .orderBy('id', 'desc')
      .limit(limit + 1);
    const rows = await (before === undefined ? query : query.where('id', '<', before)).execute();
    return pageOf(rows, limit, { item: entryOf, cursor: ({ id }) => makeCursor('audit', id) });
  },
});

/** The one change that the audit log knows: it grows. */
export const auditWrites = (db: Kysely<Tables>): AuditChanges => ({
  recordEvent: async ({ app, appId, at, actor, action, subject, detail }) => {
    await db
      .insertInto('audit')
      .values({
        app,
        app_id: appId,
        at,
        actor,
        action,
        subject,
        detail: detail === undefined ? null : JSON.stringify(detail),
      })
      .execute();
  },
});
