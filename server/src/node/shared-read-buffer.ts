import { Socket } from 'node:net';

/*
 * Reads connections into one shared buffer. Node allocates 64 KiB per read and shrinks it, a third of the cost of a
 * fast path response. Outgoing connections may bring a buffer (`onread`); for accepted ones we set it in the
 * constructor's private fields.
 *
 * Such a connection starts reading whenever `read` is called, even while paused. node:http never calls it, but code
 * that takes over a connection (an upgrade) and reads slowly would get more than it asked for.
 */

/** Larger than any request that the fast path answers. */
const memory = Buffer.allocUnsafeSlow(16 * 1024);

/**
 * Receives the buffer and the length read; the next read overwrites it. If it returns false, the bytes go to the
 * connection as usual.
 */
export type OnSocketRead = (bytes: Buffer, length: number) => boolean;

interface SocketInternals {
  [slot: symbol]: unknown;
  readonly _handle?: { useUserBuffer?(memory: Buffer): void } | null;
}

/** The private fields for the buffer and callback; undefined if this Node version has none. */
const findSlots = (): { memory: symbol; callback: symbol } | undefined => {
  const callback = (): boolean => true;
  const sample = new Socket({ onread: { buffer: memory, callback } });
  const holding = (value: unknown): symbol | undefined =>
    Object.getOwnPropertySymbols(sample).find(
      (slot) => (sample as unknown as SocketInternals)[slot] === value,
    );
  const [forMemory, forCallback] = [holding(memory), holding(callback)];
  return forMemory && forCallback && { memory: forMemory, callback: forCallback };
};
const slots = findSlots();

export const copyBytes = (bytes: Buffer, length: number): Buffer => {
  const copy = Buffer.allocUnsafe(length);
  bytes.copy(copy, 0, 0, length);
  return copy;
};

/** Falls back to a buffer per read if this Node version has no such fields. */
export const readIntoSharedBuffer = (socket: Socket, take: OnSocketRead): void => {
  const inside = socket as unknown as SocketInternals;
  const handle = inside._handle;
  if (slots === undefined || handle?.useUserBuffer === undefined) {
    const onData = (bytes: Buffer): void => {
      if (!take(bytes, bytes.length)) socket.off('data', onData);
    };
    socket.on('data', onData);
    return;
  }
  inside[slots.memory] = memory;
  inside[slots.callback] = (length: number, bytes: Buffer): boolean =>
    take(bytes, length) || socket.push(copyBytes(bytes, length));
  handle.useUserBuffer(memory);
  // Flow from the start: a socket that starts flowing later would be read again after a pause.
  socket.resume();
};
