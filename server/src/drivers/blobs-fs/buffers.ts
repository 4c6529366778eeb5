/** What a reader starts with and what a stalled one holds. */
export const smallBytes = 64 * 1024;
/** What a reader may grow to while its client drains. */
export const largeBytes = 256 * 1024;

const idleBytes = 8 * 1024 * 1024;

/** A small free list per size, so that a download allocates nothing once others have run before it. */
export const createBuffers = () => {
  const idle = new Map<number, Buffer[]>([
    [smallBytes, []],
    [largeBytes, []],
  ]);
  return {
    /** A buffer for so many bytes, as small as will do, at most the large size. */
    take: (wantedBytes: number): Buffer => {
      const size = wantedBytes > smallBytes ? largeBytes : smallBytes;
      return idle.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    /** Whoever gives a buffer back must have stopped reading from it and writing to it. */
    give: (buffer: Buffer): void => {
      const list = idle.get(buffer.length);
      if (list !== undefined && list.length * buffer.length < idleBytes) list.push(buffer);
    },
  };
};

export type Buffers = ReturnType<typeof createBuffers>;
