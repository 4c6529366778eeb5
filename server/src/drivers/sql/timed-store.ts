import type { Store } from '../../domain/ports/store.ts';
import { createCallWrapper, type OnTiming } from '../timed-call.ts';

export type OnStoreTiming = OnTiming<keyof Store>;

/** These read memory only. */
const untimed: readonly (keyof Store)[] = ['watch', 'hasNotified'];

export const withTiming = (store: Store, onTiming: OnStoreTiming | undefined): Store => {
  if (onTiming === undefined) return store;
  const wrap = createCallWrapper(onTiming);
  const operations = (Object.keys(store) as (keyof Store)[]).filter((name) => !untimed.includes(name));
  const timed = operations.map((name) => [name, wrap(name, store[name] as () => Promise<unknown>)]);
  return { ...store, ...Object.fromEntries(timed) };
};
