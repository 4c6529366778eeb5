import { bounds } from '../../domain/model/bounds.ts';

/* `/metrics` costs milliseconds and anyone may ask: concurrent requests share one rendering, and it is served for a second. */

/** Rendered metrics, and how long ago their numbers were read. */
export interface Scrape {
  text: string;
  ageMs: number;
}

/** How old metrics may be that are served again. */
export const scrapeMaxAgeMs = bounds.metricsSeconds * 1000;

/** The last scrape, or a new one where that is too old. */
export const createScrapeCache = (
  read: () => Promise<Scrape>,
  nowMs: () => number = () => performance.now(),
): (() => Promise<string>) => {
  let last: Promise<string> | undefined;
  let expiresMs = 0;

  const scrape = async (): Promise<string> => {
    // Concurrent requests wait for the same one.
    expiresMs = Number.POSITIVE_INFINITY;
    try {
      const { text, ageMs } = await read();
      expiresMs = nowMs() + scrapeMaxAgeMs - ageMs;
      return text;
    } catch (error) {
      last = undefined;
      throw error;
    }
  };

  return () => {
    if (last === undefined || nowMs() >= expiresMs) last = scrape();
    return last;
  };
};
