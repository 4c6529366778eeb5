import { ProblemError } from '@slipway/api';
import { useEffect } from 'preact/hooks';
import { createSignal, type Signal, useSignal } from './signal.ts';

/*
 * What the service answered, kept by name: a screen that is opened again shows what is known at once and asks behind
 * it. Names begin with the app's slug. While a screen is shown its answers are asked for again when the app's revision
 * has moved, when something on it moves by itself (an upload, a rollout), and when the tab comes back to the front.
 */

export interface QueryResult<T> {
  readonly value: T | undefined;
  /** Why the last try failed. */
  readonly error: unknown;
  /** When the value came. */
  readonly at: number | undefined;
}

/** Whether it is known what an answer is, or why there is none: what lies below it moves no more. */
export const isSettled = ({ value, error }: Pick<QueryResult<unknown>, 'value' | 'error'>): boolean =>
  value !== undefined || error !== undefined;

interface Entry {
  readonly answer: Signal<QueryResult<unknown>>;
  load: () => Promise<unknown>;
  watchers: number;
  /** Counts what was asked, so that an answer that was overtaken is dropped. */
  turn: number;
}

const entries = new Map<string, Entry>();
const keptEntries = 300;
/** What is younger is shown as it is. */
const freshMs = 2_000;

/** Since when the service cannot answer, and when it is asked again. */
export const outage = createSignal<{ code: string; since: number; retryAt: number } | undefined>(undefined);

const nothing: QueryResult<never> = { value: undefined, error: undefined, at: undefined };

const dropOldest = (): void => {
  for (const [name, { watchers }] of entries) {
    if (entries.size <= keptEntries) return;
    if (watchers === 0) entries.delete(name);
  }
};

const entryOf = (name: string, load: () => Promise<unknown>): Entry => {
  const found = entries.get(name);
  if (found !== undefined) return found;
  const entry: Entry = { answer: createSignal<QueryResult<unknown>>(nothing), load, watchers: 0, turn: 0 };
  entries.set(name, entry);
  dropOldest();
  return entry;
};

let retry: ReturnType<typeof setTimeout> | undefined;

/** A service that says when to come back is asked again then. */
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
  entry.turn += 1;
  const { turn } = entry;
  try {
    const value = await entry.load();
    if (turn !== entry.turn) return;
    entry.answer.value = { value, error: undefined, at: Date.now() };
    outage.value = undefined;
  } catch (error) {
    if (turn !== entry.turn) return;
    noteAway(error);
    entry.answer.value = { ...entry.answer.value, error };
  }
};

/** Asks again for everything that is shown, or for what of it begins with the name. */
export const invalidateQueries = (prefix = ''): void => {
  for (const [name, entry] of entries)
    if (name.startsWith(prefix)) {
      if (entry.watchers > 0) void refresh(entry);
      // What is not on the screen is asked for when it is next.
      else entry.answer.value = { ...entry.answer.value, at: 0 };
    }
};

/** Asks again for one answer; done when it came, or did not. */
export const refetchQuery = async (name: string): Promise<void> => {
  const entry = entries.get(name);
  if (entry !== undefined) await refresh(entry);
};

/** Forgets everything: somebody else may be signed in. */
export const clearQueries = (): void => {
  for (const entry of entries.values()) {
    entry.turn += 1;
    entry.answer.value = nothing;
  }
};

/** Lays an answer in store, for those who have it already, and for tests that draw a state. */
export const setQueryData = <T>(name: string, answer: Partial<QueryResult<T>>): void => {
  entryOf(name, () => Promise.resolve(answer.value)).answer.value = { ...nothing, ...answer };
};

const unasked: Entry = {
  answer: createSignal<QueryResult<unknown>>(nothing),
  load: () => Promise.resolve(undefined),
  watchers: 0,
  turn: 0,
};

/** An answer by its name; asks when it is not fresh, and again when something changed. Without a name it asks nothing. */
export const useQuery = <T>(name: string | undefined, load: () => Promise<T>): QueryResult<T> => {
  const entry = name === undefined ? unasked : entryOf(name, load);
  useEffect(() => {
    if (entry === unasked) return undefined;
    entry.load = load;
    entry.watchers += 1;
    if (Date.now() - (entry.answer.value.at ?? 0) > freshMs) void refresh(entry);
    return () => {
      entry.watchers -= 1;
    };
  }, [entry]);
  return useSignal(entry.answer) as QueryResult<T>;
};

/** How many things on the screen move by themselves. */
const moving = createSignal(0);

/** Says that something on the screen moves by itself: it is asked for every few seconds. */
export const useFastPolling = (isMoving: boolean): void =>
  useEffect(() => {
    if (!isMoving) return undefined;
    moving.value += 1;
    return () => {
      moving.value -= 1;
    };
  }, [isMoving]);

const pollMs = { moving: 5_000, still: 30_000 };

/** Asks for the app's revision now and then while the tab is visible, and for the rest where it moved. */
export const usePoll = (app: string | undefined, readRevision: (app: string) => Promise<number>): void =>
  useEffect(() => {
    if (app === undefined) return undefined;
    let known: number | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const revision = await readRevision(app).catch(() => known);
      if (revision !== known || moving.value > 0) {
        if (known !== undefined) invalidateQueries(`${app}/`);
        known = revision;
      }
    };
    const plan = (): void => {
      clearTimeout(timer);
      timer = setTimeout(tick, moving.value > 0 ? pollMs.moving : pollMs.still);
    };
    const tick = (): void => {
      if (document.visibilityState === 'visible') void look().finally(plan);
    };
    const unwatch = moving.watch(plan);
    document.addEventListener('visibilitychange', tick);
    tick();
    return () => {
      unwatch();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [app]);
