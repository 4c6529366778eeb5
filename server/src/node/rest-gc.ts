import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { findCollector } from './minor-gc.ts';

/*
 * V8 collects garbage when a program allocates, so an idle server would keep that of its start, or of its last load.
 * Only a last-resort GC returns it to the system for sure. It takes 40 to 100 ms, so it waits until there are no
 * requests, and leaves a large heap alone.
 */

const MiB = 1024 * 1024;

/** An idle young generation has 1 to 2 MiB. */
const minYoungBytes = 4 * MiB;

const maxUsedBytes = 64 * MiB;

const maySave = (): boolean => {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return (young?.space_size ?? 0) >= minYoungBytes && getHeapStatistics().used_heap_size <= maxUsedBytes;
};

export interface RestOptions {
  intervalMs?: number;
  /** Events of the loop in an interval. The jobs of an idle server cause up to 80. */
  maxIdleEvents?: number;
  /** Between two collections, for a server with few requests. */
  pauseMs?: number;
}

/** Call it once; it doesn't keep the process alive. */
export const collectAtRest = (options: RestOptions = {}): void => {
  const { intervalMs = 5000, maxIdleEvents = 150, pauseMs = 30_000 } = options;
  let lastEvents = 0;
  let nextAt = 0;
  const collectIfIdle = (): void => {
    const { events } = performance.nodeTiming.uvMetricsInfo;
    const isIdle = events - lastEvents <= maxIdleEvents;
    lastEvents = events;
    if (!isIdle || performance.now() < nextAt || !maySave()) return;
    findCollector()({ type: 'major', flavor: 'last-resort' });
    nextAt = performance.now() + pauseMs;
  };
  setInterval(collectIfIdle, intervalMs).unref();
};
