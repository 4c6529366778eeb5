/**
 * Memory outside of the heap that V8 does not count: shared memory, though nobody shares it. Of other memory V8 takes every
 * 64 MiB more for a reason to collect all that there is at once, which with a hundred thousand apps took a second each time,
 * and nobody was answered. Whoever asks for it keeps it: V8 may be long in giving back what it does not count.
 */
export const allocateOffHeap = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes));
