/*
 * Work that holds much memory while it lasts runs a few at a time, and of one name fewer still. Whoever waits is served
 * name after name, so that one with a thousand waiting keeps the others waiting for no more than what runs already.
 */

export interface FairSemaphoreLimits {
  /** How much runs at once. */
  atOnce: number;
  /** How much of that may be of one name. */
  ofOne: number;
}

/** Runs work of that name when its turn has come. */
export type FairSemaphore = <T>(name: string, work: () => Promise<T>) => Promise<T>;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export const createFairSemaphore = ({ atOnce, ofOne }: FairSemaphoreLimits): FairSemaphore => {
  /** In the order in which they are served; whoever was, or is done, goes to the end. */
  const lines = new Map<string, Line>();
  let running = 0;

  const putLast = (name: string, line: Line): void => {
    lines.delete(name);
    if (line.running > 0 || line.waiting.length > 0) lines.set(name, line);
  };

  const startNext = (): void => {
    for (const [name, line] of lines) {
      if (running >= atOnce) return;
      const start = line.running < ofOne ? line.waiting.shift() : undefined;
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
