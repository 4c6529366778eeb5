import { addressWith, parsePages } from '../../parts/pages.ts';

/* Which part of the audit log is shown, as the address says it. Pure. */

export interface Filters {
  subject: string | undefined;
  /** How many pages of the log are shown. */
  pages: number;
}

/** The filters of an address; what it cannot mean counts as not said. */
export const parseFilters = ({ subject = '', pages }: Record<string, string>): Filters => ({
  subject: subject.trim() || undefined,
  pages: parsePages(pages),
});

/** The address of the log with these filters. */
export const addressOf = (app: string, { subject, pages }: Filters): string =>
  addressWith(`/apps/${app}/audit`, { subject, pages });
