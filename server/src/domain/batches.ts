import type { Instant } from './nouns/instant.ts';
import type { Clock } from './ports/clock.ts';
import type { Ids } from './ports/ids.ts';

/*
 * How counts get from memory to the store: in batches that carry (node, sequence), so that one whose acknowledgement was
 * lost is sent again, as it was, and still counts once. A crash loses what was not written yet; a database that is away
 * loses nothing as long as the process lives.
 */

/** What a batch counts once by. */
interface Stamp {
  node: string;
  sequence: number;
  at: Instant;
}

/** Batches of what `take` gives: what was counted since it was last taken, undefined where that is nothing. */
export const createBatches = <Counts extends object>(needs: {
  clock: Clock;
  ids: Ids;
  take(): Counts | undefined;
  write(batch: Stamp & Counts): Promise<void>;
}) => {
  const { clock, take, write } = needs;
  const node = needs.ids.next('node');
  let unsent: (Stamp & Counts) | undefined;
  let sequence = 0;
  let written = 0;
  let flushing: Promise<void> | undefined;

  const writeBatch = async (): Promise<void> => {
    if (unsent === undefined) return;
    await write(unsent);
    unsent = undefined;
    written += 1;
  };

  /** First a batch that failed before, as it was, then what was counted since. */
  const send = async (): Promise<void> => {
    await writeBatch();
    const counts = take();
    if (counts === undefined) return;
    sequence += 1;
    unsent = { node, sequence, at: clock.now(), ...counts };
    await writeBatch();
  };

  /** Writes all that was counted before the call: what is under way may have begun too early for that. */
  const flush = async (): Promise<void> => {
    await flushing?.catch(() => undefined);
    flushing ??= send().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };

  return {
    flush,
    /** What was taken, and is not known to be written. */
    unsent: (): Counts | undefined => unsent,
    /** How many batches were written. */
    written: (): number => written,
  };
};
