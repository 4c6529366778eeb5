import { rmSync } from 'node:fs';

/* Whatever still runs or lies about when this process ends, however it ends, goes with it. */

const leftovers = new Set<() => void>();
let isWatching = false;

const clearAway = (): void => {
  for (const clear of leftovers) clear();
};

/** Has something cleared away when this process ends; the answer says that it is gone already. */
export const cleanUpAtExit = (clear: () => void): (() => void) => {
  if (!isWatching) {
    isWatching = true;
    process.once('exit', clearAway);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  }
  leftovers.add(clear);
  return () => void leftovers.delete(clear);
};

/** Removes a folder at once, also one in which a process that is ending still writes. */
export const removeFolder = (folder: string): void => {
  for (let left = 40; left > 0; left--) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      return;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
};
