import { createSignal, type Signal } from '../data/signal.ts';
import { emptyJob, type ReleaseJob, type UploadRow, unsentRows } from './job.ts';

/*
 * The releases that are being made here, one an app. They live outside the screens: whoever looks at something else
 * meanwhile ends nothing. Leaving the page is asked about while bytes are unsent.
 */

const jobs = new Map<string, Signal<ReleaseJob>>();
/** The release that is being made of an app. */
export const getJob = (app: string): Signal<ReleaseJob> => {
  const job = jobs.get(app) ?? createSignal(emptyJob(app));
  jobs.set(app, job);
  return job;
};

/** Changes a job. */
export const updateJob = (app: string, to: Partial<ReleaseJob>): void => {
  const job = getJob(app);
  job.value = { ...job.value, ...to };
};

/** Changes a file of a job. */
export const updateRow = (app: string, id: number, to: Partial<UploadRow>): void =>
  updateJob(app, {
    rows: getJob(app).value.rows.map((row) => (row.id === id ? { ...row, ...to } : row)),
  });

/** A file of a job. */
export const findRow = (app: string, id: number): UploadRow | undefined =>
  getJob(app).value.rows.find((row) => row.id === id);

/** Whether anything is being sent. */
export const hasActiveUpload = (): boolean =>
  [...jobs.values()].some((job) => job.value.isRunning && unsentRows(job.value).length > 0);

/** Asks before the page is left. */
export const confirmBeforeUnload = (event: BeforeUnloadEvent): void => {
  if (hasActiveUpload()) event.preventDefault();
};

const stops = new Map<number, AbortController>();

/** What stops the work on a file; what was at work on it before is stopped. */
export const renewAbortSignal = (id: number): AbortSignal => {
  stops.get(id)?.abort();
  const stop = new AbortController();
  stops.set(id, stop);
  return stop.signal;
};

/** Stops the work on files. */
export const abortRows = (rows: readonly UploadRow[]): void => {
  for (const { id } of rows) stops.get(id)?.abort();
};
