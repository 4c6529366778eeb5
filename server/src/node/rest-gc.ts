import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { findMinorGc } from './minor-gc.ts';

/*
 * V8 collects garbage when a program allocates, so an idle server would keep that of its start, or of its last load. A
 * minor GC takes 4 ms; it shrinks the young generation, and V8 then collects the rest by itself, in small steps.
 */

const intervalMs = 5000;

/** Events of the loop in an interval. The jobs of an idle server cause up to 80. */
const maxIdleEvents = 150;

/** Growth of the heap since the last time that is worth another one. */
const minGrowthBytes = 4 * 1024 * 1024;

/** Call it once; it doesn't keep the process alive. */
export const collectAtRest = (): void => {
  let lastEvents = 0;
  let lastHeapBytes = 0;
  const collectIfIdle = (): void => {
    const { events } = performance.nodeTiming.uvMetricsInfo;
    const isIdle = events - lastEvents <= maxIdleEvents;
    lastEvents = events;
    if (!isIdle || getHeapStatistics().total_heap_size - lastHeapBytes < minGrowthBytes) return;
    findMinorGc()();
    lastHeapBytes = getHeapStatistics().total_heap_size;
  };
  setInterval(collectIfIdle, intervalMs).unref();
};
