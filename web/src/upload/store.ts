import { createWatched, type Watched } from '../data/signal.ts';
import { emptyJob, type Job, type Row, unsentOf } from './job.ts';

/*
 * The releases that are being made here, one an app. They live outside the screens: whoever looks at something else
 * meanwhile ends nothing. Leaving the page is asked about while bytes are unsent.
 */

const jobs = new Map<string, Watched<Job>>();
/** The release that is being made of an app. */
export const jobOf = (app: string): Watched<Job> => {
  const job = jobs.get(app) ?? createWatched(emptyJob(app));
  jobs.set(app, job);
  return job;
};

/** Changes a job. */
export const change = (app: string, to: Partial<Job>): void => {
  const job = jobOf(app);
  job.value = { ...job.value, ...to };
};

/** Changes a file of a job. */
export const changeRow = (app: string, id: number, to: Partial<Row>): void =>
  change(app, {
    rows: jobOf(app).value.rows.map((row) => (row.id === id ? { ...row, ...to } : row)),
  });

/** A file of a job. */
export const rowOf = (app: string, id: number): Row | undefined =>
  jobOf(app).value.rows.find((row) => row.id === id);

/** Whether anything is being sent. */
export const hasUnsent = (): boolean =>
  [...jobs.values()].some((job) => job.value.isRunning && unsentOf(job.value).length > 0);

/** Asks before the page is left. */
export const askBeforeLeaving = (event: BeforeUnloadEvent): void => {
  if (hasUnsent()) event.preventDefault();
};

const stops = new Map<number, AbortController>();

/** What stops the work on a file; what was at work on it before is stopped. */
export const newStop = (id: number): AbortSignal => {
  stops.get(id)?.abort();
  const stop = new AbortController();
  stops.set(id, stop);
  return stop.signal;
};

/** Stops the work on files. */
export const stopRows = (rows: readonly Row[]): void => {
  for (const { id } of rows) stops.get(id)?.abort();
};
