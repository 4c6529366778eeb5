import { executionAsyncResource } from 'node:async_hooks';

/*
 * Pins one process.nextTick object. V8 drops a shape when its last object is collected, and this literal with computed
 * names never becomes fast again. An unlucky GC after startup made checks 15 % slower in some processes: 74 µs instead
 * of 64.
 */

let pinned: object | undefined;

export const pinTickShape = (): void =>
  process.nextTick(() => {
    pinned = executionAsyncResource();
  });

/** For a test. */
export const pinnedTick = (): object | undefined => pinned;
