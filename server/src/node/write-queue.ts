import type { Socket } from 'node:net';

/** Bytes that the kernel hasn't taken yet: libuv's count, which node:net uses too. */
export const queuedBytes = (socket: Socket | null): number | undefined =>
  (socket as { _handle?: { writeQueueSize?: number } | null } | null)?._handle?.writeQueueSize;
