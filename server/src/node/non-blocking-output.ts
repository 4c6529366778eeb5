import type { Writable } from 'node:stream';

/*
 * Makes standard output non-blocking where it is a pipe or a socket. Once at the start is not enough: Node makes it blocking
 * again when any process ends that shares it, such as another worker.
 */

/** From now on a write to a stalled reader fails with EAGAIN instead of blocking. */
export const setNonBlocking = (stream: Writable): void => {
  (stream as { _handle?: { setBlocking?(blocking: boolean): unknown } | null })._handle?.setBlocking?.(false);
};
