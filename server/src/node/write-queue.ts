import type { Socket } from 'node:net';

/** Bytes handed to a connection that the kernel has not taken yet: libuv's count, by which node:net goes itself. */
export const queuedBytes = (socket: Socket | null): number | undefined =>
  (socket as { _handle?: { writeQueueSize?: number } | null } | null)?._handle?.writeQueueSize;
