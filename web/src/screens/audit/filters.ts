import { parsePages, urlWithQuery } from '../../ui/page-urls.ts';

/* Audit log filters in the URL. Pure. */

export interface AuditFilters {
  /** An ID, or the name of a channel or domain. */
  subject?: string | undefined;
  /** A key's name or ID. */
  actor?: string | undefined;
  /** The first part of an action, such as `release` in `release.publish`. */
  action?: string | undefined;
  /** How many pages to show. */
  pages: number;
}

/** Parses the filters and omits empty ones. */
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

export const auditUrl = (app: string, filters: AuditFilters): string =>
  urlWithQuery(`/apps/${app}/audit`, { ...filters });
