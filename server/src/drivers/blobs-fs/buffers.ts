import { bounds } from '../../domain/model/bounds.ts';

/** What a reader starts with and what a stalled one holds: of 80 KiB, its connection takes 12 to 16. */
const smallBytes = 48 * 1024;
/** What a reader may grow to while its client drains: half the CPU time per GB of small ones. */
const largeBytes = 1024 * 1024;

/** All large buffers together. Whoever comes when they are lent goes on with a small one, and is only slower. */
const lendableBytes = bounds.readerBytes;
const idleBytes = 8 * 1024 * 1024;

/** Whether so many bytes are worth a large buffer. */
export const needsLargeBuffer = (bytes: number): boolean => bytes > 2 * smallBytes;

/** A small free list per size, so that a download allocates nothing once others have run before it. */
export const createBufferPool = () => {
  const idle = new Map<number, Buffer[]>([
    [smallBytes, []],
    [largeBytes, []],
  ]);
  let lentBytes = 0;
  return {
    /** A buffer for so many bytes, as small as will do; a small one, too, where no large one can be had. */
    take: (wantedBytes: number): Buffer => {
      const isLarge = needsLargeBuffer(wantedBytes) && lentBytes + largeBytes <= lendableBytes;
      if (isLarge) lentBytes += largeBytes;
      const size = isLarge ? largeBytes : smallBytes;
      return idle.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    /** Whoever gives a buffer back must have stopped reading from it and writing to it. */
    give: (buffer: Buffer): void => {
      if (buffer.length === largeBytes) lentBytes -= largeBytes;
      const list = idle.get(buffer.length);
      if (list !== undefined && list.length * buffer.length < idleBytes) list.push(buffer);
    },
  };
};

export type BufferPool = ReturnType<typeof createBufferPool>;
