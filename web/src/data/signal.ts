import { useLayoutEffect, useReducer } from 'preact/hooks';

/* Observable state that outlives the components showing it. */

export interface Signal<T> {
  value: T;
  /** Subscribes to changes; returns the unsubscribe function. */
  subscribe(call: () => void): () => void;
}

export const createSignal = <T>(first: T): Signal<T> => {
  let value = first;
  const calls = new Set<() => void>();
  return {
    get value() {
      return value;
    },
    set value(next) {
      if (next === value) return;
      value = next;
      for (const call of calls) call();
    },
    subscribe: (call) => {
      calls.add(call);
      return () => void calls.delete(call);
    },
  };
};

/** The current value; the component re-renders when it changes. */
export const useSignal = <T>(watched: Signal<T>): T => {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const { value } = watched;
  useLayoutEffect(() => {
    // The value may have changed between rendering and subscribing.
    if (watched.value !== value) redraw();
    return watched.subscribe(redraw);
  }, [watched]);
  return value;
};
