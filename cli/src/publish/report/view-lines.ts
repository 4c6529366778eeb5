import { formatBytes, formatRate, formatSeconds } from '../../terminal/format.ts';
import type { Output } from '../../terminal/output.ts';
import type { FileProgress, ProgressView, TotalProgress } from './progress.ts';

const everyMs = 5_000;

const outcomeLine = (file: FileProgress): string => {
  if (file.outcome === 'kept') return `${file.target}: already uploaded (${formatBytes(file.sizeBytes)})`;
  const rate = file.seconds > 0 ? `, ${formatRate(file.sizeBytes / file.seconds)}` : '';
  return `${file.target}: uploaded ${formatBytes(file.sizeBytes)} in ${formatSeconds(file.seconds)}${rate}`;
};

const totalLine = ({ bytes, sizeBytes, bytesPerSecond, secondsLeft }: TotalProgress): string =>
  `${formatBytes(bytes)} of ${formatBytes(sizeBytes)}, ${formatRate(bytesPerSecond)}, ${formatSeconds(secondsLeft)} left`;

/** Plain lines for logs, with the total from time to time. */
export const createLinesView = (
  output: Output,
  now: () => number = () => performance.now(),
): ProgressView => {
  const phases = new Map<string, string>();
  let lastTotal = now();
  return {
    onChange(file, total) {
      if (phases.get(file.target) !== file.phase) {
        phases.set(file.target, file.phase);
        if (file.phase === 'done') output.note(outcomeLine(file));
        else if (file.phase === 'uploading')
          output.note(`${file.target}: uploading ${formatBytes(file.sizeBytes)}`);
      }
      if (now() - lastTotal >= everyMs) {
        lastTotal = now();
        output.note(totalLine(total));
      }
    },
    onRetry: (target, reason, waitMs) =>
      output.note(`${target}: ${reason} Retrying in ${formatSeconds(waitMs / 1000)}.`),
    stop: () => {},
  };
};
