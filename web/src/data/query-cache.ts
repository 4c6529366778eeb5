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
  load: () => Promise<unknown>;
  subscribers: number;
  /** Request counter, used to drop responses that a newer request overtook. */
  requestId: number;
}

const entries = new Map<string, Entry>();
const keptEntries = 300;
/** Younger values are not refetched. */
const freshMs = 2_000;

/** When the server became unavailable, and when the next retry is. */
export const outage = createSignal<{ code: string; since: number; retryAt: number } | undefined>(undefined);

const nothing: QueryResult<never> = { value: undefined, error: undefined, updatedAt: undefined };

const dropOldest = (): void => {
  for (const [name, { subscribers }] of entries) {
    if (entries.size <= keptEntries) return;
    if (subscribers === 0) entries.delete(name);
  }
};

const entryOf = (name: string, load: () => Promise<unknown>): Entry => {
  const found = entries.get(name);
  if (found !== undefined) return found;
  const entry: Entry = {
    result: createSignal<QueryResult<unknown>>(nothing),
    load,
    subscribers: 0,
    requestId: 0,
  };
  entries.set(name, entry);
  dropOldest();
  return entry;
};

let retry: ReturnType<typeof setTimeout> | undefined;

/** Retries after the server's Retry-After. */
const noteAway = (error: unknown): void => {
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

const refresh = async (entry: Entry): Promise<void> => {
  entry.requestId += 1;
  const { requestId } = entry;
  try {
    const value = await entry.load();
    if (requestId !== entry.requestId) return;
    entry.result.value = { value, error: undefined, updatedAt: Date.now() };
    outage.value = undefined;
  } catch (error) {
    if (requestId !== entry.requestId) return;
    noteAway(error);
    entry.result.value = { ...entry.result.value, error };
  }
};

/** Refetches all queries on the screen, or only those with the prefix. */
export const invalidateQueries = (prefix = ''): void => {
  for (const [name, entry] of entries)
    if (name.startsWith(prefix)) {
      if (entry.subscribers > 0) void refresh(entry);
      // Queries that are not on the screen refetch when they are next used.
      else entry.result.value = { ...entry.result.value, updatedAt: 0 };
    }
};

/** Refetches one query; resolves on success and on failure. */
export const refetchQuery = async (name: string): Promise<void> => {
  const entry = entries.get(name);
  if (entry !== undefined) await refresh(entry);
};

/** Clears the cache, because another user may sign in. */
export const clearQueries = (): void => {
  for (const entry of entries.values()) {
    entry.requestId += 1;
    entry.result.value = nothing;
  }
};

/** Seeds the cache with a known value; tests use it to set a state. */
export const setQueryData = <T>(name: string, answer: Partial<QueryResult<T>>): void => {
  entryOf(name, () => Promise.resolve(answer.value)).result.value = { ...nothing, ...answer };
};

const unasked: Entry = {
  result: createSignal<QueryResult<unknown>>(nothing),
  load: () => Promise.resolve(undefined),
  subscribers: 0,
  requestId: 0,
};

/** A cached query; it fetches if stale and refetches after changes. Without a name it fetches nothing. */
export const useQuery = <T>(name: string | undefined, load: () => Promise<T>): QueryResult<T> => {
  const entry = name === undefined ? unasked : entryOf(name, load);
  useEffect(() => {
    if (entry === unasked) return undefined;
    entry.load = load;
    entry.subscribers += 1;
    if (Date.now() - (entry.result.value.updatedAt ?? 0) > freshMs) void refresh(entry);
    return () => {
      entry.subscribers -= 1;
    };
  }, [entry]);
  return useSignal(entry.result) as QueryResult<T>;
};

/** How many components need fast polling. */
const moving = createSignal(0);

/** Polls every few seconds while something on the screen changes without user input. */
export const useFastPolling = (isMoving: boolean): void =>
  useEffect(() => {
    if (!isMoving) return undefined;
    moving.value += 1;
    return () => {
      moving.value -= 1;
    };
  }, [isMoving]);

const pollMs = { moving: 5_000, still: 30_000 };

/** Polls the app's revision while the tab is visible, and refetches the rest when it changes. */
export const usePoll = (app: string | undefined, readRevision: (app: string) => Promise<number>): void =>
  useEffect(() => {
    if (app === undefined) return undefined;
    let lastRevision: number | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const revision = await readRevision(app).catch(() => lastRevision);
      if (revision !== lastRevision || moving.value > 0) {
        if (lastRevision !== undefined) invalidateQueries(`${app}/`);
        lastRevision = revision;
      }
    };
    const plan = (): void => {
      clearTimeout(timer);
      timer = setTimeout(tick, moving.value > 0 ? pollMs.moving : pollMs.still);
    };
    const tick = (): void => {
      if (document.visibilityState === 'visible') void look().finally(plan);
    };
    const unwatch = moving.subscribe(plan);
    document.addEventListener('visibilitychange', tick);
    tick();
    return () => {
      unwatch();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [app]);
