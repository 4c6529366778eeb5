import type { Writable } from 'node:stream';

/*
 * Makes standard output non-blocking if it is a pipe or a socket. Needed repeatedly, because Node makes it blocking
 * again when any process that shares it ends, such as another worker.
 */

/** A write to a stalled reader then fails with EAGAIN instead of blocking. */
export const setNonBlocking = (stream: Writable): void => {
  (stream as { _handle?: { setBlocking?(blocking: boolean): unknown } | null })._handle?.setBlocking?.(false);
};
