import { setTimeout as sleep } from 'node:timers/promises';

/** The value of a metric in the text of `/metrics`, summed over the labels that match. */
export const metricValue = (text: string, name: string, labels = ''): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*${labels}[^}]*\\})? (\\S+)$`, 'gm'))]
    .map(([, value]) => Number(value))
    .reduce((sum, value) => sum + value, 0);

const pauseMs = 50;

/**
 * Metrics whose numbers were read after this was called. The service repeats them for a second, so this reads until the
 * text changes: the processor time in it differs in every rendering.
 */
export const readFreshMetrics = async (read: () => Promise<string>): Promise<string> => {
  const first = await read();
  for (;;) {
    const text = await read();
    if (text !== first) return text;
    await sleep(pauseMs);
  }
};
