import type { FastPathResponse } from './fast-path-handler.ts';
import { currentDateHeader } from './head.ts';

/*
 * Answers that are copied to go out, each over the last one: what is written at once lies in memory that is at hand. Where
 * a client does not take one at once, its bytes are left to it (leaveBytes), and the next one has other memory.
 */

/** As much as an answer may have that is copied: whoever does not take his holds on to that much. */
export const maxCopiedBytes = 4 * 1024;

const dateLength = new Date(0).toUTCString().length;

/** Where an answer lies, and where in it its date. */
export interface ResponseSlice {
  readonly from: number;
  readonly length: number;
  readonly dateAt: number;
}

/** Copies an answer out of some memory, with the date of now. The copy is good until the next one. */
export const createDatedCopier = () => {
  let memory = Buffer.allocUnsafeSlow(maxCopiedBytes);
  /** Its beginning, by length: an object for each answer would cost as much as the copy. */
  let views: Buffer[] = [];
  const date = Buffer.alloc(dateLength);
  let dated = '';
  let last: Buffer = memory;
  const sealed = { bytes: last };
  const ready: FastPathResponse = { sealed, long: undefined };

  const renewDate = (now: string): void => {
    date.write(now, 'latin1');
    dated = now;
  };

  return (source: Buffer, { from, length, dateAt }: ResponseSlice): FastPathResponse => {
    if (sealed.bytes !== last) {
      memory = Buffer.allocUnsafeSlow(maxCopiedBytes);
      views = [];
    }
    const now = currentDateHeader().date;
    if (now !== dated) renewDate(now);
    source.copy(memory, 0, from, from + length);
    date.copy(memory, dateAt);
    last = views[length] ?? memory.subarray(0, length);
    views[length] = last;
    sealed.bytes = last;
    return ready;
  };
};
