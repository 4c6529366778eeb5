import { Socket } from 'node:net';

/*
 * Reads connections into one piece of memory. Node gives whatever arrives memory of its own, 64 KiB that it cuts down to
 * what came: a third of what an answer at the front door costs. A connection that is opened may bring its memory along
 * (`onread`); one that was accepted is given it here, in the places where the constructor puts it.
 *
 * Such a connection begins to read whenever it is looked at, also while it is paused. node:http, which has it afterwards,
 * does not look; whoever takes one out of node:http (an upgrade) and reads it slowly would be sent more than he wants.
 */

/** As much as is read at once: more than a request that is answered at the door may have. */
const memory = Buffer.allocUnsafeSlow(16 * 1024);

/**
 * Told what arrived on a connection, and how much of the memory that is; whoever sends next overwrites it. Where it says
 * no, that goes into the connection, as ever, for whoever has it by then.
 */
export type OnSocketRead = (bytes: Buffer, length: number) => boolean;

interface SocketInternals {
  [slot: symbol]: unknown;
  readonly _handle?: { useUserBuffer?(memory: Buffer): void } | null;
}

/** Where a connection keeps its memory, and whom it tells; undefined where Node has other ways. */
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

/** What arrived, in memory of its own. */
export const copyBytes = (bytes: Buffer, length: number): Buffer => {
  const copy = Buffer.allocUnsafe(length);
  bytes.copy(copy, 0, 0, length);
  return copy;
};

/** Reads a connection so that all it sends is told to this; each piece in memory of its own where it cannot be had otherwise. */
export const readIntoSharedBuffer = (socket: Socket, take: OnSocketRead): void => {
  const inside = socket as unknown as SocketInternals;
  const handle = inside._handle;
  if (slots === undefined || handle?.useUserBuffer === undefined) {
    const tell = (bytes: Buffer): void => {
      if (!take(bytes, bytes.length)) socket.off('data', tell);
    };
    socket.on('data', tell);
    return;
  }
  inside[slots.memory] = memory;
  inside[slots.callback] = (length: number, bytes: Buffer): boolean =>
    take(bytes, length) || socket.push(copyBytes(bytes, length));
  handle.useUserBuffer(memory);
  // Flowing from the start, as with a listener: one that began to flow later would be read again after it was paused.
  socket.resume();
};
