import type { Instant } from '../model/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';

/*
 * How counts get from memory to the store: in batches that carry (node, sequence), so that one whose acknowledgement was
 * lost is sent again, as it was, and still counts once. What is much goes as several, one after the other, so that whoever
 * else writes has a turn in between. A crash loses what was not written yet; a database that is away loses nothing as long
 * as the process lives.
 */

/** What a batch counts once by. */
interface Stamp {
  node: string;
  sequence: number;
  at: Instant;
}

/** Batches of what `take` gives: what was counted since it was last taken, a batch for each part, none where that is nothing. */
export const createBatchWriter = <Counts extends object>(needs: {
  clock: Clock;
  ids: Ids;
  take(): readonly Counts[];
  write(batch: Stamp & Counts): Promise<void>;
}) => {
  const { clock, take, write } = needs;
  const node = needs.ids.next('node');
  /** What was taken, and is not known to be written, in order. */
  let unsent: Counts[] = [];
  /** Of the first of those, once it was sent. */
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

  /** First what failed before, as it was, then what was counted since. */
  const send = async (): Promise<void> => {
    await writeUnsent();
    unsent = [...take()];
    await writeUnsent();
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
    unsent: (): readonly Counts[] => unsent,
    /** How many batches were written. */
    written: (): number => written,
  };
};
