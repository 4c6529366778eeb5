/** Periodic work. Jobs are idempotent and safe to run on two nodes at once. */
export interface Job {
  name: string;
  everySeconds: number;
  /** Also run once at startup. */
  atStart?: boolean;
  run(): Promise<void>;
}

/** Never runs a job twice at a time; `stop` waits for running jobs. */
export const startJobs = (
  jobs: readonly Job[],
  onRun: (job: string, error: unknown) => void,
): { stop: () => Promise<void> } => {
  const underWay = new Map<string, Promise<void>>();
  const start = (job: Job): void => {
    if (underWay.has(job.name)) return;
    const run = job
      .run()
      .then(
        () => onRun(job.name, undefined),
        (error: unknown) => onRun(job.name, error ?? new Error('unknown')),
      )
      .finally(() => underWay.delete(job.name));
    underWay.set(job.name, run);
  };
  const timers = jobs.map((job) => {
    const timer = setInterval(start, job.everySeconds * 1000, job);
    timer.unref();
    return timer;
  });
  for (const job of jobs) if (job.atStart === true) start(job);
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay.values());
    },
  };
};
