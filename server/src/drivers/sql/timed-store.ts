import type { Store } from '../../domain/ports/store.ts';

/** Called after every store call with its name, duration and whether it threw. */
export type OnStoreTiming = (operation: keyof Store, seconds: number, failed: boolean) => void;

/** These read memory only. */
const untimed: readonly (keyof Store)[] = ['watch', 'hasNotified'];

export const withTiming = (store: Store, onTiming: OnStoreTiming | undefined): Store => {
  if (onTiming === undefined) return store;
  const wrap = (operation: keyof Store) => {
    const run = store[operation] as (...args: unknown[]) => Promise<unknown>;
    return async (...args: unknown[]) => {
      const start = performance.now();
      let failed = true;
      try {
        const result = await run(...args);
        failed = false;
        return result;
      } finally {
        onTiming(operation, (performance.now() - start) / 1000, failed);
      }
    };
  };
  const operations = (Object.keys(store) as (keyof Store)[]).filter((name) => !untimed.includes(name));
  return { ...store, ...Object.fromEntries(operations.map((name) => [name, wrap(name)])) };
};
