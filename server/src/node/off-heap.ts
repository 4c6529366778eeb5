/**
 * Uses shared memory, because V8 doesn't count it. Every 64 MiB of other off-heap memory triggers a full GC, which
 * blocked the server for a second with a hundred thousand apps. Reuse the memory, because V8 may take long to free what
 * it doesn't count.
 */
export const allocateOffHeap = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes));
