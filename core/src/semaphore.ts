export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Limits concurrency; waiters run in order. */
export const createSemaphore = (limit: number): Semaphore => {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
};
