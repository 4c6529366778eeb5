import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { refetchQuery, useQuery } from '../data/query-cache.ts';
import { ProblemBox } from './problem.tsx';

export interface CardProps {
  /** Undefined if the page’s title says it. */
  title?: string | undefined;
  /** Short text next to the title. */
  note?: ComponentChildren;
  /** Content at the right end of the header: a link or a select. */
  aside?: ComponentChildren;
  children?: ComponentChildren;
  /** An extra class for a custom layout. */
  className?: string | undefined;
}

export const Card = ({ title, note, aside, children, className = '' }: CardProps) => {
  const id = useId();
  return (
    <section class={`card ${className}`} aria-labelledby={title && id}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <span class="note">{note}</span>}
          {aside && <span class="aside">{aside}</span>}
        </header>
      )}
      {children}
    </section>
  );
};

/** A placeholder of about the final height. It appears after a delay, so that fast responses show none. */
export const Skeleton = ({ lines = 3 }: { lines?: number | undefined }) => (
  <div class="skeleton" aria-hidden="true">
    {Array.from({ length: lines }, (_, index) => (
      <i key={index} />
    ))}
  </div>
);

interface QueryViewProps<T> {
  /** The cache key; begins with the app's slug. */
  queryKey: string;
  queryFn: () => Promise<T>;
  children: (value: T) => ComponentChildren;
  /** Height of the placeholder, in lines. */
  lines?: number | undefined;
}

/** Shows a query's value, placeholder or error. Each query fails on its own. */
export const QueryView = <T,>({ queryKey, queryFn, children, lines }: QueryViewProps<T>) => {
  const { value, error } = useQuery(queryKey, queryFn);
  return (
    <>
      <ProblemBox error={error} onRetry={() => refetchQuery(queryKey)} />
      {value !== undefined && children(value)}
      {value === undefined && error === undefined && <Skeleton lines={lines} />}
    </>
  );
};

export const QueryCard = <T,>({
  queryKey,
  queryFn,
  lines,
  children,
  ...card
}: Omit<CardProps, 'children'> & QueryViewProps<T>) => (
  <Card {...card}>
    <QueryView queryKey={queryKey} queryFn={queryFn} lines={lines}>
      {children}
    </QueryView>
  </Card>
);

/** Renders content but hides it until the content above has its final height, to avoid layout shifts. */
export const RevealWhenSettled = ({
  isSettled,
  children,
}: {
  isSettled: boolean;
  children: ComponentChildren;
}) => <div class={isSettled ? 'stack' : 'stack hidden'}>{children}</div>;

/** Explains what will appear here. */
export const EmptyState = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
);
