/*
 * Sites in memory have numbered seats. Who keeps something that was made of a site can see by the seat and its stamp, without
 * a way to the site itself, that it is still the one; and that the site was asked for is noted there, too.
 */

/** A seat, and whose turn it is on it. */
export interface Seated {
  readonly seat: number;
  readonly stamp: number;
}

export const createSeats = () => {
  let stamps = new Int32Array(1024);
  let used = new Uint8Array(1024);
  let count = 0;
  const free: number[] = [];

  const grow = (): void => {
    const [wider, longer] = [new Int32Array(2 * count), new Uint8Array(2 * count)];
    wider.set(stamps);
    longer.set(used);
    [stamps, used] = [wider, longer];
  };

  return {
    /** Gives a seat to somebody new, who was asked for just now. */
    take: (): number => {
      if (count === stamps.length) grow();
      const seat = free.pop() ?? count++;
      used[seat] = 1;
      return seat;
    },
    /** Who sat there is not seated any more. */
    leave: (seat: number): void => {
      stamps[seat] = (stamps[seat] as number) + 1;
      free.push(seat);
    },
    seated: (seat: number): Seated => ({ seat, stamp: stamps[seat] as number }),
    /** Whether the same one still sits there; it is asked for thereby. */
    isSeated: (seat: number, stamp: number): boolean => {
      if (stamps[seat] !== stamp) return false;
      used[seat] = 1;
      return true;
    },
    use: (seat: number): void => {
      // Written only where that says something new: of a hundred thousand sites each write is one more way to memory.
      if (used[seat] === 0) used[seat] = 1;
    },
    /** Whether it was asked for since this was last asked. */
    wasUsed: (seat: number): boolean => {
      const was = used[seat] === 1;
      used[seat] = 0;
      return was;
    },
  };
};
