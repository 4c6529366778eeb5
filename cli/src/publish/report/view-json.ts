import type { Output } from '../../terminal/output.ts';
import type { ProgressView } from './progress.ts';

const everyMs = 1_000;

/** One JSON object per line: phase started, file done, progress once per second. */
export const createJsonView = (output: Output, now: () => number = () => performance.now()): ProgressView => {
  const phases = new Map<string, string>();
  let last = now();
  return {
    onChange({ target, phase, bytes, sizeBytes, outcome }, total) {
      if (phases.get(target) !== phase) {
        phases.set(target, phase);
        if (phase === 'done')
          output.object({ event: 'uploaded', target, size: sizeBytes, kept: outcome === 'kept' });
        else output.object({ event: phase, target, size: sizeBytes });
      } else if (now() - last >= everyMs) {
        last = now();
        const rate = Math.round(total.bytesPerSecond);
        output.object({
          event: 'progress',
          target,
          phase,
          bytes,
          size: sizeBytes,
          totalBytes: total.bytes,
          totalSize: total.sizeBytes,
          bytesPerSecond: rate,
        });
      }
    },
    onRetry: (target, reason, waitMs) => output.object({ event: 'retry', target, reason, waitMs }),
    stop: () => {},
  };
};
