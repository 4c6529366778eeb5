import { Worker } from 'node:worker_threads';
import type { SqliteWorkerOptions } from './worker.ts';

/* The bundled executable replaces this module by one with the worker's code inlined. */

export const startSqliteThread = (workerData: SqliteWorkerOptions): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { workerData });
