import type { PlanItem } from '@slipway/build-files/plan-item.ts';
import { createRateMeter } from '../../terminal/rate-meter.ts';
import type { TransferOutcome } from '../upload/transfer.ts';

export type UploadPhase = 'waiting' | 'hashing' | 'uploading' | 'done';

export interface FileProgress {
  target: string;
  sizeBytes: number;
  phase: UploadPhase;
  /** Bytes of the current phase. */
  bytes: number;
  seconds: number;
  outcome: TransferOutcome | undefined;
}

/** Bytes in the storage, and the estimated remaining time. */
export interface TotalProgress {
  bytes: number;
  sizeBytes: number;
  bytesPerSecond: number;
  secondsLeft: number;
}

/** A renderer for progress: bars, lines, or JSON. */
export interface ProgressView {
  onChange(file: FileProgress, total: TotalProgress): void;
  onRetry(target: string, reason: string, waitMs: number): void;
  stop(): void;
}

export const trackProgress = (items: PlanItem[], view: ProgressView) => {
  const meter = createRateMeter();
  const files = new Map<string, FileProgress>(
    items.map(({ target, sizeBytes }) => [
      target,
      { target, sizeBytes, phase: 'waiting', bytes: 0, seconds: 0, outcome: undefined },
    ]),
  );
  const begun = new Map<string, number>();
  const sizeBytes = items.reduce((sum, item) => sum + item.sizeBytes, 0);
  const total = (): TotalProgress => {
    let bytes = 0;
    for (const file of files.values()) {
      if (file.phase === 'done') bytes += file.sizeBytes;
      else if (file.phase === 'uploading') bytes += file.bytes;
    }
    meter.add(bytes);
    const bytesPerSecond = meter.bytesPerSecond();
    return { bytes, sizeBytes, bytesPerSecond, secondsLeft: (sizeBytes - bytes) / bytesPerSecond };
  };
  const change = (item: PlanItem, to: Partial<FileProgress>) => {
    const file = files.get(item.target);
    if (file === undefined) return;
    if (to.phase !== undefined && to.phase !== file.phase && to.phase !== 'done') {
      begun.set(item.target, performance.now());
    }
    Object.assign(file, to);
    file.seconds = (performance.now() - (begun.get(item.target) ?? performance.now())) / 1000;
    view.onChange(file, total());
  };
  return {
    hashing(item: PlanItem) {
      change(item, { phase: 'hashing', bytes: 0 });
      return (count: number) => change(item, { bytes: (files.get(item.target)?.bytes ?? 0) + count });
    },
    uploading: (item: PlanItem, bytes: number) => change(item, { phase: 'uploading', bytes }),
    done: (item: PlanItem, outcome: TransferOutcome) =>
      change(item, { phase: 'done', bytes: item.sizeBytes, outcome }),
    waiting: (item: PlanItem, reason: string, waitMs: number) => view.onRetry(item.target, reason, waitMs),
    stop: () => view.stop(),
    total,
    elapsedSeconds: meter.elapsedSeconds,
  };
};
export type Progress = ReturnType<typeof trackProgress>;
