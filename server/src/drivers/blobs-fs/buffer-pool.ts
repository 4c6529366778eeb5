import { bounds } from '../../domain/model/bounds.ts';

/** The initial buffer, which a stalled reader keeps: of 80 KiB per download, the connection takes 12 to 16. */
const smallBytes = 48 * 1024;
/** The buffer of a reader whose client drains: halves the CPU time per GB compared to small ones. */
const largeBytes = 1024 * 1024;

/** The total of all large buffers. A reader that gets none continues with a small one, only slower. */
const lendableBytes = bounds.readerBytes;
const idleBytes = 8 * 1024 * 1024;

export const needsLargeBuffer = (bytes: number): boolean => bytes > 2 * smallBytes;

/** A small free list per size, so that downloads reuse buffers instead of allocating. */
export const createBufferPool = () => {
  const idle = new Map<number, Buffer[]>([
    [smallBytes, []],
    [largeBytes, []],
  ]);
  let lentBytes = 0;
  return {
    /** Returns the smallest buffer that fits, or a small one when no large one is available. */
    acquire: (wantedBytes: number): Buffer => {
      const isLarge = needsLargeBuffer(wantedBytes) && lentBytes + largeBytes <= lendableBytes;
      if (isLarge) lentBytes += largeBytes;
      const size = isLarge ? largeBytes : smallBytes;
      return idle.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    /** The caller must have stopped reading from the buffer and writing to it. */
    release: (buffer: Buffer): void => {
      if (buffer.length === largeBytes) lentBytes -= largeBytes;
      const list = idle.get(buffer.length);
      if (list !== undefined && list.length * buffer.length < idleBytes) list.push(buffer);
    },
  };
};

export type BufferPool = ReturnType<typeof createBufferPool>;
