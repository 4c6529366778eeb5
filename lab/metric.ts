import { setTimeout as sleep } from 'node:timers/promises';

/** The value of a metric in the text of `/metrics`, summed over the labels that match. */
export const metricValue = (text: string, name: string, labels = ''): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*${labels}[^}]*\\})? (\\S+)$`, 'gm'))]
    .map(([, value]) => Number(value))
    .reduce((sum, value) => sum + value, 0);

const pauseMs = 50;

/**
 * Reads metrics computed after this call. The server caches them for a second, so this polls until the text changes:
 * its CPU time differs in every rendering.
 */
export const readFreshMetrics = async (read: () => Promise<string>): Promise<string> => {
  const first = await read();
  for (;;) {
    const text = await read();
    if (text !== first) return text;
    await sleep(pauseMs);
  }
};
