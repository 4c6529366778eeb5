/** Work that is done again and again. Running it twice, or on two nodes at once, does no harm. */
export interface Job {
  name: string;
  everySeconds: number;
  /** Whether to run it as soon as the service starts, too. */
  atStart?: boolean;
  run(): Promise<void>;
}

/** Runs jobs on their time, each one at a time; `stop` waits for those under way. */
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
