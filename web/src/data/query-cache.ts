import { ProblemError } from '@slipway/api';
import { useEffect } from 'preact/hooks';
import { createSignal, type Signal, useSignal } from './signal.ts';

/*
 * The query cache: a screen opened again shows cached responses and refetches them. Keys begin with the app's slug.
 * Queries on the screen refetch when the app's revision changes, when the tab becomes visible, and every few seconds
 * while an upload or rollout is active.
 */

export interface QueryResult<T> {
  readonly value: T | undefined;
  /** Why the last request failed. */
  readonly error: unknown;
  /** When the value arrived. */
  readonly updatedAt: number | undefined;
}

/** Whether a query has a value or an error, so that its height no longer changes. */
export const isSettled = ({ value, error }: Pick<QueryResult<unknown>, 'value' | 'error'>): boolean =>
  value !== undefined || error !== undefined;

interface Entry {
  readonly result: Signal<QueryResult<unknown>>;
  queryFn: () => Promise<unknown>;
  observers: number;
  /** Request counter, used to drop responses that a newer request overtook. */
  requestId: number;
}

const entries = new Map<string, Entry>();
const maxEntries = 300;
/** Older values are refetched. */
const staleMs = 2_000;

/** When the server became unavailable, and when the next retry is. */
export const outage = createSignal<{ code: string; since: number; retryAt: number } | undefined>(undefined);

const emptyResult: QueryResult<never> = { value: undefined, error: undefined, updatedAt: undefined };

const evictOldest = (): void => {
  for (const [queryKey, { observers }] of entries) {
    if (entries.size <= maxEntries) return;
    if (observers === 0) entries.delete(queryKey);
  }
};

const entryOf = (queryKey: string, queryFn: () => Promise<unknown>): Entry => {
  const found = entries.get(queryKey);
  if (found !== undefined) return found;
  const entry: Entry = {
    result: createSignal<QueryResult<unknown>>(emptyResult),
    queryFn,
    observers: 0,
    requestId: 0,
  };
  entries.set(queryKey, entry);
  evictOldest();
  return entry;
};

let retry: ReturnType<typeof setTimeout> | undefined;

/** Retries after the server's Retry-After. */
const scheduleRetry = (error: unknown): void => {
  if (!(error instanceof ProblemError) || error.status !== 503) return;
  const seconds = Math.min(Math.max(error.retryAfterSeconds ?? 5, 1), 60);
  outage.value = {
    code: error.code,
    since: outage.value?.since ?? Date.now(),
    retryAt: Date.now() + seconds * 1000,
  };
  clearTimeout(retry);
  retry = setTimeout(() => invalidateQueries(), seconds * 1000);
};

const fetchQuery = async (entry: Entry): Promise<void> => {
  entry.requestId += 1;
  const { requestId } = entry;
  try {
    const value = await entry.queryFn();
    if (requestId !== entry.requestId) return;
    entry.result.value = { value, error: undefined, updatedAt: Date.now() };
    outage.value = undefined;
  } catch (error) {
    if (requestId !== entry.requestId) return;
    scheduleRetry(error);
    entry.result.value = { ...entry.result.value, error };
  }
};

/** Refetches all queries on the screen, or only those with the prefix. */
export const invalidateQueries = (prefix = ''): void => {
  for (const [queryKey, entry] of entries)
    if (queryKey.startsWith(prefix)) {
      if (entry.observers > 0) void fetchQuery(entry);
      // Queries that are not on the screen refetch when they are next used.
      else entry.result.value = { ...entry.result.value, updatedAt: 0 };
    }
};

/** Refetches one query; resolves on success and on failure. */
export const refetchQuery = async (queryKey: string): Promise<void> => {
  const entry = entries.get(queryKey);
  if (entry !== undefined) await fetchQuery(entry);
};

/** Clears the cache, because another user may sign in. */
export const clearQueries = (): void => {
  for (const entry of entries.values()) {
    entry.requestId += 1;
    entry.result.value = emptyResult;
  }
};

/** Seeds the cache with a known value; tests use it to set a state. */
export const setQueryData = <T>(queryKey: string, result: Partial<QueryResult<T>>): void => {
  entryOf(queryKey, () => Promise.resolve(result.value)).result.value = { ...emptyResult, ...result };
};

const disabledEntry: Entry = {
  result: createSignal<QueryResult<unknown>>(emptyResult),
  queryFn: () => Promise.resolve(undefined),
  observers: 0,
  requestId: 0,
};

/** A cached query; it fetches if stale and refetches after changes. Without a key it fetches nothing. */
export const useQuery = <T>(queryKey: string | undefined, queryFn: () => Promise<T>): QueryResult<T> => {
  const entry = queryKey === undefined ? disabledEntry : entryOf(queryKey, queryFn);
  useEffect(() => {
    if (entry === disabledEntry) return undefined;
    entry.queryFn = queryFn;
    entry.observers += 1;
    if (Date.now() - (entry.result.value.updatedAt ?? 0) > staleMs) void fetchQuery(entry);
    return () => {
      entry.observers -= 1;
    };
  }, [entry]);
  return useSignal(entry.result) as QueryResult<T>;
};

/** How many components need fast polling. */
const fastPollers = createSignal(0);

/** Polls every few seconds while something on the screen changes without user input. */
export const useFastPolling = (isActive: boolean): void =>
  useEffect(() => {
    if (!isActive) return undefined;
    fastPollers.value += 1;
    return () => {
      fastPollers.value -= 1;
    };
  }, [isActive]);

const pollMs = { active: 5_000, idle: 30_000 };

/** Polls the app's revision while the tab is visible, and refetches the rest when it changes. */
export const usePoll = (app: string | undefined, readRevision: (app: string) => Promise<number>): void =>
  useEffect(() => {
    if (app === undefined) return undefined;
    let lastRevision: number | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const pollRevision = async (): Promise<void> => {
      const revision = await readRevision(app).catch(() => lastRevision);
      if (revision !== lastRevision || fastPollers.value > 0) {
        if (lastRevision !== undefined) invalidateQueries(`${app}/`);
        lastRevision = revision;
      }
    };
    const schedule = (): void => {
      clearTimeout(timer);
      timer = setTimeout(tick, fastPollers.value > 0 ? pollMs.active : pollMs.idle);
    };
    const tick = (): void => {
      if (document.visibilityState === 'visible') void pollRevision().finally(schedule);
    };
    const unsubscribe = fastPollers.subscribe(schedule);
    document.addEventListener('visibilitychange', tick);
    tick();
    return () => {
      unsubscribe();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [app]);
