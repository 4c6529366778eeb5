import { Worker } from 'node:worker_threads';

/* The bundled executable replaces this module by one with the worker's code inlined. */

export const startHashingThread = (): Worker => new Worker(new URL('./worker.ts', import.meta.url));
