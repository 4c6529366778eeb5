import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { type QueryResult, refetchQuery, useQuery } from '../data/query-cache.ts';
import { ProblemBox } from './problem.tsx';

export interface CardProps {
  title: string;
  /** A few words beside the title. */
  note?: ComponentChildren;
  /** What stands at the other end of the head: a link, a choice. */
  aside?: ComponentChildren;
  children?: ComponentChildren;
  /** Adds a class, for what of a screen is laid out in a way of its own. */
  look?: string | undefined;
}

/** A titled part of a screen. */
export const Card = ({ title, note, aside, children, look = '' }: CardProps) => {
  const id = useId();
  return (
    <section class={`card ${look}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span class="note">{note}</span>}
        {aside !== undefined && <span class="aside">{aside}</span>}
      </header>
      {children}
    </section>
  );
};

/** Grey lines of about the height of what will stand there; they come after a moment, so that a quick answer shows none. */
export const Skeleton = ({ lines = 3 }: { lines?: number | undefined }) => (
  <div class="skeleton" aria-hidden="true">
    {Array.from({ length: lines }, (_, index) => (
      <i key={index} />
    ))}
  </div>
);

interface QueryViewProps<T> {
  /** The name under which the answer is kept; begins with the app's slug. */
  name: string;
  load: () => Promise<T>;
  /** Draws the answer. */
  children: (value: T) => ComponentChildren;
  /** How many lines stand there while it is loading. */
  lines?: number | undefined;
}

/** Draws an answer: what is known at once, else where it will be, or why it is not there. Each fails alone. */
export const QueryView = <T,>({ name, load, children, lines }: QueryViewProps<T>) => {
  const answer: QueryResult<T> = useQuery(name, load);
  const { value, error } = answer;
  return (
    <>
      <ProblemBox error={error} onRetry={() => refetchQuery(name)} />
      {value !== undefined && children(value)}
      {value === undefined && error === undefined && <Skeleton lines={lines} />}
    </>
  );
};

/** A card whose content is one answer. */
export const QueryCard = <T,>({
  name,
  load,
  lines,
  children,
  ...card
}: Omit<CardProps, 'children'> & QueryViewProps<T>) => (
  <Card {...card}>
    <QueryView name={name} load={load} lines={lines}>
      {children}
    </QueryView>
  </Card>
);

/** What stands below something is drawn at once and seen when it is known how long that is: nothing moves under the reader. */
export const RevealWhenSettled = ({
  isSettled,
  children,
}: {
  isSettled: boolean;
  children: ComponentChildren;
}) => <div class={isSettled ? 'stack' : 'stack unseen'}>{children}</div>;

/** What stands where there is nothing yet: it teaches what would be there. */
export const EmptyState = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
);
