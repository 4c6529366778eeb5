import { type Kysely, sql } from 'kysely';
import type { AuditEntry } from '../../domain/model/event.ts';
import type { Audit, AuditChanges } from '../../domain/ports/audit.ts';
import { makeCursor, parseNumberCursor, toPage } from './cursor.ts';
import { prepareStatement } from './prepare.ts';
import type { Row, Tables } from './schema.ts';

/** The JSON column is trusted: only this server writes it. */
const entryOf = ({
  detail,
  through,
  app_id: appId,
  ...row
}: Row<'audit'> & { actorName: string }): AuditEntry =>
  ({
    ...row,
    appId,
    detail: detail === null ? undefined : JSON.parse(detail),
    through: through ?? undefined,
  }) as AuditEntry;

/** The actor's display name, or its ID once it is deleted. */
const actorName = sql<string>`coalesce(keys.name, trusted_publishers.name, audit.actor)`;

export const auditReads = (db: Kysely<Tables>): Audit => ({
  listAudit: async (appId, { limit, cursor, subject, actor, action }) => {
    const before = parseNumberCursor('audit', cursor);
    let query = db
      .selectFrom('audit')
      .leftJoin('keys', 'keys.id', 'audit.actor')
      .leftJoin('trusted_publishers', 'trusted_publishers.id', 'audit.actor')
      .selectAll('audit')
      .select(actorName.as('actorName'))
      .where('audit.app_id', '=', appId)
      .orderBy('audit.id', 'desc')
      .limit(limit + 1);
    if (subject !== undefined) query = query.where('audit.subject', '=', subject);
    if (actor !== undefined)
      query = query.where(({ eb, or }) => or([eb('audit.actor', '=', actor), eb(actorName, '=', actor)]));
    if (action !== undefined)
      query = query.where(sql<boolean>`(audit.action = ${action} or audit.action like ${`${action}.%`})`);
    if (before !== undefined) query = query.where('audit.id', '<', before);
    const rows = await query.execute();
    return toPage(rows, limit, { item: entryOf, cursor: ({ id }) => makeCursor('audit', id) });
  },
});

const inserted = prepareStatement((db, event: Omit<Row<'audit'>, 'id'>) =>
  db.insertInto('audit').values(event),
);

/** The audit log is append-only. */
export const auditWrites = (db: Kysely<Tables>): AuditChanges => ({
  recordEvent: async ({ app, appId, at, actor, action, subject, detail, through }) => {
    await inserted(db, {
      app,
      app_id: appId,
      at,
      actor,
      action,
      subject,
      detail: detail === undefined ? null : JSON.stringify(detail),
      through: through ?? null,
    });
  },
});
