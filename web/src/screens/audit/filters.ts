/* Which part of the audit log is shown, as the address says it. Pure. */

export interface Filters {
  subject: string | undefined;
  /** How many pages of the log are shown. */
  pages: number;
}

const mostPages = 40;

/** The filters of an address; what it cannot mean counts as not said. */
export const parseFilters = ({ subject = '', pages }: Record<string, string>): Filters => {
  const count = Number(pages);
  return {
    subject: subject.trim() === '' ? undefined : subject.trim(),
    pages: Number.isInteger(count) && count > 1 ? Math.min(count, mostPages) : 1,
  };
};

/** The address of the log with these filters. */
export const addressOf = (app: string, { subject, pages }: Filters): string => {
  const query = new URLSearchParams();
  if (subject !== undefined) query.set('subject', subject);
  if (pages > 1) query.set('pages', String(pages));
  return `/apps/${encodeURIComponent(app)}/audit${query.size === 0 ? '' : `?${query}`}`;
};
