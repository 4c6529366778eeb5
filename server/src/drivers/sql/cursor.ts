import { Refusal } from '../../domain/model/errors.ts';
import type { Page } from '../../domain/ports/page.ts';

/** An opaque list position; a cursor is valid only for the list that issued it. */
export const makeCursor = (list: string, place: string | number): string =>
  Buffer.from(`${list}:${place}`).toString('base64url');

const invalidCursor = (): Refusal =>
  new Refusal('invalid-cursor', 'Not a cursor of this list. Pass `next` of the previous page unchanged.');

/** The position in a cursor of that list, or undefined without a cursor; throws 'invalid-cursor' otherwise. */
export const parseCursor = (list: string, cursor: string | undefined, place: RegExp): string | undefined => {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const found = text.slice(list.length + 1);
  if (!text.startsWith(`${list}:`) || !place.test(found) || makeCursor(list, found) !== cursor)
    throw invalidCursor();
  return found;
};

/** The same for numeric positions. */
export const parseNumberCursor = (list: string, cursor: string | undefined): number | undefined => {
  const place = parseCursor(list, cursor, /^\d{1,15}$/);
  return place === undefined ? undefined : Number(place);
};

/** Cuts a page out of rows that were queried with limit + 1. */
export const toPage = <Row, T>(
  rows: Row[],
  limit: number,
  { item, cursor }: { item: (row: Row) => T; cursor: (row: Row) => string },
): Page<T> => {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(item), next: last === undefined ? undefined : cursor(last) };
};
