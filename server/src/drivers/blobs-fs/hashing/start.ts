import { Worker } from 'node:worker_threads';

/* Where the thread's file is named. What is packed has no such file: there its code stands in for it. */

/** Starts the thread that hashes. */
export const startThread = (): Worker => new Worker(new URL('./worker.ts', import.meta.url));
