/* Pagination and queries in URLs. Pure. */

const mostPages = 40;

/** The number of pages; an invalid value counts as 1. */
export const parsePages = (pages: string | undefined): number => {
  const count = Number(pages);
  return Number.isInteger(count) && count > 1 ? Math.min(count, mostPages) : 1;
};

/** Builds a URL; omits empty values and the first page. */
export const urlWithQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== '' && value !== 1,
  );
  const text = String(new URLSearchParams(entries.map(([name, value]) => [name, String(value)])));
  return text === '' ? path : `${path}?${text}`;
};
