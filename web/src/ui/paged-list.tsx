import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { navigate } from '../app/location.ts';
import { isSettled, refetchQuery, useQuery } from '../data/query-cache.ts';
import { Button } from './button.tsx';
import { Skeleton } from './card.tsx';
import { ProblemBox } from './problem.tsx';

/* Paginated lists with a “more” button; the URL holds the number of pages. */

/** One page of items, and the next cursor; null on the last page. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
}

type LoadPage<Item> = (cursor: string | undefined) => Promise<Page<Item>>;

/** Loads the first pages in sequence, because each needs the previous page's cursor. */
const readPages = async <Item,>(pages: number, read: LoadPage<Item>): Promise<Page<Item>> => {
  const items: Item[] = [];
  let next: string | null = null;
  for (let page = 0; page < pages && (page === 0 || next !== null); page += 1) {
    const response: Page<Item> = await read(next ?? undefined);
    items.push(...response.items);
    next = response.next;
  }
  return { items, next };
};

/** A list with a button for the next page; loaded items stay while it loads. */
export const PagedList = <Item,>({
  queryKey,
  pages,
  read,
  address,
  children,
}: {
  /** The cache key, independent of the number of pages; begins with the app's slug. */
  queryKey: string;
  pages: number;
  read: LoadPage<Item>;
  /** The URL with one more page. */
  address: string;
  children: (items: Item[]) => ComponentChildren;
}) => {
  const query = useQuery(`${queryKey}/${pages}`, () => readPages(pages, read));
  const last = useRef<{ key: string; value: Page<Item> } | undefined>(undefined);
  if (query.value !== undefined) last.current = { key: queryKey, value: query.value };
  const value = last.current?.key === queryKey ? last.current.value : undefined;
  return (
    <>
      <ProblemBox error={query.error} onRetry={() => refetchQuery(`${queryKey}/${pages}`)} />
      {value === undefined && !isSettled(query) && <Skeleton lines={8} />}
      {value !== undefined && children(value.items)}
      {value !== undefined && value.next !== null && (
        <p class="padded more">
          <Button isBusy={query.value === undefined} onPress={() => navigate(address, true)}>
            Load more
          </Button>
        </p>
      )}
    </>
  );
};
