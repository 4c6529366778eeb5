import type { Page } from '../../domain/ports/page.ts';

/** A place in a list, as callers carry it: opaque, and worthless in another list. */
export const makeCursor = (list: string, place: string | number): string =>
  Buffer.from(`${list}:${place}`).toString('base64url');

/** The place inside a cursor of that list; undefined where the text is none. */
export const parseCursor = (list: string, cursor: string | undefined): string | undefined => {
  const text = Buffer.from(cursor ?? '', 'base64url').toString();
  return text.startsWith(`${list}:`) && makeCursor(list, text.slice(list.length + 1)) === cursor
    ? text.slice(list.length + 1)
    : undefined;
};

/** The same for places that are counted. */
export const parseNumberCursor = (list: string, cursor: string | undefined): number | undefined => {
  const place = parseCursor(list, cursor);
  return place !== undefined && /^\d{1,15}$/.test(place) ? Number(place) : undefined;
};

/** Cuts a page out of rows of which one more than the limit was asked for. */
export const pageOf = <Row, T>(
  rows: Row[],
  limit: number,
  { item, cursor }: { item: (row: Row) => T; cursor: (row: Row) => string },
): Page<T> => {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(item), next: last === undefined ? undefined : cursor(last) };
};
