/* What an address says of a list. Pure. */

const mostPages = 40;

/** How many pages are shown; what it cannot mean is one. */
export const parsePages = (pages: string | undefined): number => {
  const count = Number(pages);
  return Number.isInteger(count) && count > 1 ? Math.min(count, mostPages) : 1;
};

/** An address with a query; what says nothing is left out, and so is the first page. */
export const urlWithQuery = (path: string, query: Record<string, string | number | undefined>): string => {
  const said = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== '' && value !== 1,
  );
  const text = String(new URLSearchParams(said.map(([name, value]) => [name, String(value)])));
  return text === '' ? path : `${path}?${text}`;
};
