import { useLayoutEffect, useReducer } from 'preact/hooks';

/* Values that live longer than what shows them. */

export interface Signal<T> {
  value: T;
  /** Calls whenever it has changed; gives back what ends that. */
  watch(call: () => void): () => void;
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
    watch: (call) => {
      calls.add(call);
      return () => void calls.delete(call);
    },
  };
};

/** The value at present; what asks is drawn anew when it changes. */
export const useSignal = <T>(watched: Signal<T>): T => {
  const [, redraw] = useReducer<number, void>((count) => count + 1, 0);
  const { value } = watched;
  useLayoutEffect(() => {
    // It may have changed between drawing and now.
    if (watched.value !== value) redraw();
    return watched.watch(redraw);
  }, [watched]);
  return value;
};
