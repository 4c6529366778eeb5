import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { navigate } from '../app/location.ts';
import { isSettled, refetchQuery, useQuery } from '../data/query-cache.ts';
import { Button } from './button.tsx';
import { Skeleton } from './card.tsx';
import { ProblemBox } from './problem.tsx';

/* Lists that grow downwards: the address holds how many pages are shown. */

/** What is listed, and where the next page begins; null where there is none. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
}

type LoadPage<Item> = (cursor: string | undefined) => Promise<Page<Item>>;

/** The first pages of a list, one after the other: each begins where the one before ended. */
const readPages = async <Item,>(pages: number, read: LoadPage<Item>): Promise<Page<Item>> => {
  const items: Item[] = [];
  let next: string | null = null;
  for (let page = 0; page < pages && (page === 0 || next !== null); page += 1) {
    const answer: Page<Item> = await read(next ?? undefined);
    items.push(...answer.items);
    next = answer.next;
  }
  return { items, next };
};

/** A list with a button for one page more, where there is one; while that comes, what is there stays. */
export const PagedList = <Item,>({
  name,
  pages,
  read,
  address,
  children,
}: {
  /** The name under which the list is kept, whatever its length; begins with the app's slug. */
  name: string;
  pages: number;
  read: LoadPage<Item>;
  /** Where one page more is shown. */
  address: string;
  children: (items: Item[]) => ComponentChildren;
}) => {
  const answer = useQuery(`${name}/${pages}`, () => readPages(pages, read));
  const last = useRef<{ name: string; value: Page<Item> } | undefined>(undefined);
  if (answer.value !== undefined) last.current = { name, value: answer.value };
  const value = last.current?.name === name ? last.current.value : undefined;
  return (
    <>
      <ProblemBox error={answer.error} onRetry={() => refetchQuery(`${name}/${pages}`)} />
      {value === undefined && !isSettled(answer) && <Skeleton lines={8} />}
      {value !== undefined && children(value.items)}
      {value !== undefined && value.next !== null && (
        <p class="padded older">
          <Button isBusy={answer.value === undefined} onPress={() => navigate(address, true)}>
            Older
          </Button>
        </p>
      )}
    </>
  );
};
