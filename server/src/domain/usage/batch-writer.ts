import type { Instant } from '../model/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';

/*
 * Writes counts from memory to the store in batches with (node, sequence), so that a batch with a lost acknowledgment
 * is sent again unchanged and counts once. Large amounts go in several batches, so that other writers get a turn. A
 * crash loses unwritten counts; a database outage loses nothing while the process lives.
 */

/** The idempotency key of a batch. */
interface Stamp {
  node: string;
  sequence: number;
  at: Instant;
}

/** `take` drains the counts since the last call, one entry per batch. */
export const createBatchWriter = <Counts extends object>(needs: {
  clock: Clock;
  ids: Ids;
  take(): readonly Counts[];
  write(batch: Stamp & Counts): Promise<void>;
}) => {
  const { clock, take, write } = needs;
  const node = needs.ids.next('node');
  /** Drained but not yet acknowledged, in order. */
  let unsent: Counts[] = [];
  /** The stamp of the first entry, once it was sent. */
  let stamp: Stamp | undefined;
  let sequence = 0;
  let written = 0;
  let flushing: Promise<void> | undefined;

  const stampNext = (): Stamp => {
    sequence += 1;
    return { node, sequence, at: clock.now() };
  };

  const writeUnsent = async (): Promise<void> => {
    for (let [first] = unsent; first !== undefined; [first] = unsent) {
      stamp ??= stampNext();
      await write({ ...stamp, ...first });
      unsent.shift();
      stamp = undefined;
      written += 1;
    }
  };

  /** Retries the failed batch unchanged, then sends newer counts. */
  const send = async (): Promise<void> => {
    await writeUnsent();
    unsent = [...take()];
    await writeUnsent();
  };

  /** Writes everything counted before the call; a running flush may have started too early. */
  const flush = async (): Promise<void> => {
    await flushing?.catch(() => undefined);
    flushing ??= send().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };

  return {
    flush,
    /** Drained but not yet acknowledged. */
    unsent: (): readonly Counts[] => unsent,
    /** The number of written batches. */
    written: (): number => written,
  };
};
