import { Worker } from 'node:worker_threads';
import type { SqliteWorkerOptions } from './worker.ts';

/* Where the thread's file is named. What is packed has no such file: there its code stands in for it. */

/** Starts the thread of a connection. */
export const startThread = (workerData: SqliteWorkerOptions): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { workerData });
