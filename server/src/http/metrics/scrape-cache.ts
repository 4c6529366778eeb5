import { bounds } from '../../domain/model/bounds.ts';

/* Rendering `/metrics` takes milliseconds and anyone may request it, so requests share one result for a second. */

/** Rendered metrics and the age of their values. */
export interface Scrape {
  text: string;
  ageMs: number;
}

export const scrapeMaxAgeMs = bounds.metricsSeconds * 1000;

export const createScrapeCache = (
  read: () => Promise<Scrape>,
  nowMs: () => number = () => performance.now(),
): (() => Promise<string>) => {
  let last: Promise<string> | undefined;
  let expiresMs = 0;

  const scrape = async (): Promise<string> => {
    // Until it finishes, concurrent requests share this scrape.
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
