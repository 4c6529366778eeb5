import type { FastPathResponse } from './fast-path-handler.ts';
import { currentDateHeader } from './response-head.ts';

/*
 * Copies responses into one reused buffer, which stays in the CPU cache. If a client doesn't take a response at once,
 * it keeps the buffer (detachBytes), and the next response gets a new one.
 */

/** Larger responses aren't copied, because a slow client holds this much memory. */
export const maxCopiedBytes = 4 * 1024;

const dateLength = new Date(0).toUTCString().length;

/** The position of a response and its date. */
export interface ResponseSlice {
  readonly from: number;
  readonly length: number;
  readonly dateAt: number;
}

/** The copy has the current date and is valid until the next one. */
export const createDatedCopier = () => {
  let memory = Buffer.allocUnsafeSlow(maxCopiedBytes);
  const date = Buffer.alloc(dateLength);
  let dated = '';
  let last: Buffer = memory;
  const serialized = { bytes: last };
  const ready: FastPathResponse = { serialized, longBody: undefined };

  const renewDate = (now: string): void => {
    date.write(now, 'latin1');
    dated = now;
  };

  return (source: Buffer, { from, length, dateAt }: ResponseSlice): FastPathResponse => {
    if (serialized.bytes !== last) memory = Buffer.allocUnsafeSlow(maxCopiedBytes);
    const now = currentDateHeader().date;
    if (now !== dated) renewDate(now);
    source.copy(memory, 0, from, from + length);
    date.copy(memory, dateAt);
    last = memory.subarray(0, length);
    serialized.bytes = last;
    return ready;
  };
};
