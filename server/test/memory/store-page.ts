import type { Page } from '../../src/domain/ports/page.ts';
import { makeCursor, parseCursor } from '../../src/drivers/sql/cursor.ts';

/** A page of a sorted list; the cursor is the position of the previous page's last item. */
export const pageFrom = <T, P extends string | number>(
  all: T[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { placeOf, isAfter }: { placeOf: (item: T) => P; isAfter: (item: T, place: string) => boolean },
): Page<T> => {
  const place = parseCursor('memory', cursor, /^[\w-]+$/);
  const rest = place === undefined ? all : all.filter((item) => isAfter(item, place));
  const items = rest.slice(0, limit);
  const last = rest.length > limit ? items.at(-1) : undefined;
  return { items: structuredClone(items), next: last && makeCursor('memory', placeOf(last)) };
};
