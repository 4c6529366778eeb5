/*
 * Limits memory-heavy work in total and per name. Waiting names are served round-robin, so that a name with a thousand
 * waiting tasks delays others only by the tasks already running.
 */

export interface FairSemaphoreLimits {
  /** The limit in total. */
  limit: number;
  /** The limit per name. */
  limitPerKey: number;
}

/** Runs the work once a permit is free. */
export type FairSemaphore = <T>(name: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export const createFairSemaphore = ({ limit, limitPerKey }: FairSemaphoreLimits): FairSemaphore => {
  /** Round-robin order; a name moves to the end after each turn. */
  const lines = new Map<string, Line>();
  let running = 0;

  const putLast = (name: string, line: Line): void => {
    lines.delete(name);
    if (line.running > 0 || line.waiting.length > 0) lines.set(name, line);
  };

  const startNext = (): void => {
    for (const [name, line] of lines) {
      if (running >= limit) return;
      const start = line.running < limitPerKey ? line.waiting.shift() : undefined;
      if (start === undefined) continue;
      line.running += 1;
      running += 1;
      putLast(name, line);
      start();
    }
  };

  const leave = (name: string, line: Line): void => {
    line.running -= 1;
    running -= 1;
    putLast(name, line);
    startNext();
  };

  return async (name, work) => {
    const line = lines.get(name) ?? { running: 0, waiting: [] };
    lines.set(name, line);
    await new Promise<void>((resolve) => {
      line.waiting.push(resolve);
      startNext();
    });
    try {
      return await work();
    } finally {
      leave(name, line);
    }
  };
};
