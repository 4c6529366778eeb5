import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import cliProgress from 'cli-progress';
import { formatBytes, formatRate, formatSeconds } from '../../terminal/format.ts';
import { oneLine } from '../../terminal/plain-text.ts';
import type { FileProgress, ProgressView, TotalProgress } from './progress.ts';

const phases = { waiting: 'waiting', hashing: 'hashing', uploading: 'uploading', done: 'uploaded' } as const;

const describe = (file: FileProgress): string => {
  if (file.outcome === 'kept') return 'already uploaded';
  if (file.phase === 'done') return `uploaded in ${formatSeconds(file.seconds)}`;
  const rate =
    file.phase === 'uploading' && file.seconds > 0.5 ? ` ${formatRate(file.bytes / file.seconds)}` : '';
  return `${phases[file.phase]}${rate}`;
};

const describeTotal = (total: TotalProgress): string => {
  if (total.bytes >= total.sizeBytes) return 'complete';
  const left = total.bytesPerSecond > 0 ? `, ${formatSeconds(total.secondsLeft)} left` : '';
  return `${formatRate(total.bytesPerSecond)}${left}`;
};

/** One bar per file and one for the total, with rate and remaining time. */
export const createBarsView = (items: PlanItem[], stream: NodeJS.WritableStream): ProgressView => {
  const width = Math.max(5, ...items.map(({ target }) => target.length));
  const multi = new cliProgress.MultiBar({
    stream,
    format: '{name} [{bar}] {percentage}% {size} {what}',
    barsize: 24,
    barCompleteChar: '=',
    barIncompleteChar: ' ',
    hideCursor: true,
    linewrap: false,
    gracefulExit: false,
    autopadding: true,
    fps: 10,
  });
  const open = (name: string, sizeBytes: number) =>
    multi.create(Math.max(1, sizeBytes), 0, {
      name: name.padEnd(width),
      size: formatBytes(sizeBytes).padStart(10),
      what: phases.waiting,
    });
  const bars = new Map(items.map(({ target, sizeBytes }) => [target, open(target, sizeBytes)]));
  const whole = open(
    'total',
    items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  return {
    onChange(file, total) {
      bars.get(file.target)?.update(file.bytes, { what: describe(file) });
      whole.update(total.bytes, { what: describeTotal(total) });
    },
    onRetry: (target, reason, waitMs) =>
      bars.get(target)?.update({ what: `retrying in ${formatSeconds(waitMs / 1000)}: ${oneLine(reason)}` }),
    stop: () => multi.stop(),
  };
};
