import { createSignal, type Signal } from '../data/signal.ts';
import { emptyJob, type ReleaseJob, type UploadRow, unsentRows } from './job.ts';

/*
 * Releases in progress, one per app. They live outside the components, so that navigation does not stop an upload.
 * Leaving the page asks for confirmation while an upload is active.
 */

const jobs = new Map<string, Signal<ReleaseJob>>();
export const getJob = (app: string): Signal<ReleaseJob> => {
  const job = jobs.get(app) ?? createSignal(emptyJob(app));
  jobs.set(app, job);
  return job;
};

export const updateJob = (app: string, to: Partial<ReleaseJob>): void => {
  const job = getJob(app);
  job.value = { ...job.value, ...to };
};

export const updateRow = (app: string, id: number, to: Partial<UploadRow>): void =>
  updateJob(app, {
    rows: getJob(app).value.rows.map((row) => (row.id === id ? { ...row, ...to } : row)),
  });

export const findRow = (app: string, id: number): UploadRow | undefined =>
  getJob(app).value.rows.find((row) => row.id === id);

export const hasActiveUpload = (): boolean =>
  [...jobs.values()].some((job) => job.value.isRunning && unsentRows(job.value).length > 0);

export const confirmBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (hasActiveUpload()) event.preventDefault();
};

const stops = new Map<number, AbortController>();

/** A new abort signal for a row; aborts the previous work on it. */
export const renewAbortSignal = (id: number): AbortSignal => {
  stops.get(id)?.abort();
  const stop = new AbortController();
  stops.set(id, stop);
  return stop.signal;
};

export const abortRows = (rows: readonly UploadRow[]): void => {
  for (const { id } of rows) stops.get(id)?.abort();
};
