import { rmSync } from 'node:fs';

/* Processes and files to clean up when this process ends, for any reason. */

const leftovers = new Set<() => void>();
let isWatching = false;

const clearAway = (): void => {
  for (const clear of leftovers) clear();
};

/** Runs a cleanup when this process ends; call the result if it is no longer needed. */
export const cleanUpAtExit = (clear: () => void): (() => void) => {
  if (!isWatching) {
    isWatching = true;
    process.once('exit', clearAway);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  }
  leftovers.add(clear);
  return () => void leftovers.delete(clear);
};

/** Removes a folder immediately, even if an ending process still writes to it. */
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
