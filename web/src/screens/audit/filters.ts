import { parsePages, urlWithQuery } from '../../ui/pages.ts';

/* Which part of the audit log is shown, as the address says it. Pure. */

export interface AuditFilters {
  /** An ID, or the name of a channel or domain. */
  subject?: string | undefined;
  /** The name or ID of a key. */
  actor?: string | undefined;
  /** The first part of actions, as in `release.publish`. */
  action?: string | undefined;
  /** How many pages of the log are shown. */
  pages: number;
}

/** The filters of an address; a filter that says nothing is left out. */
export const parseAuditFilters = ({
  subject,
  actor,
  action,
  pages,
}: Record<string, string>): AuditFilters => ({
  subject: subject?.trim() || undefined,
  actor: actor?.trim() || undefined,
  action: action || undefined,
  pages: parsePages(pages),
});

/** The address of the log with these filters. */
export const auditUrl = (app: string, filters: AuditFilters): string =>
  urlWithQuery(`/apps/${app}/audit`, { ...filters });
