/*
 * Sites in memory have numbered seats. Who keeps something that was made of a site can see by the seat and its stamp, without
 * a way to the site itself, that it is still the one; and that the site was asked for is noted there, too.
 */

/** A seat, and whose turn it is on it. */
export interface SlotRef {
  readonly seat: number;
  readonly stamp: number;
}

/** The lowest bit of a seat's number says whether it was asked for, the others count who sat there: both are one way to memory. */
const used = 1;
const next = 2;

export const createSlots = () => {
  let seats = new Int32Array(1024);
  let count = 0;
  const free: number[] = [];

  const numberOf = (seat: number): number => seats[seat] as number;
  const grow = (): void => {
    const wider = new Int32Array(2 * count);
    wider.set(seats);
    seats = wider;
  };
  const use = (seat: number): void => {
    // Written only where that says something new: of a hundred thousand sites each write is one more way to memory.
    if ((numberOf(seat) & used) === 0) seats[seat] = numberOf(seat) | used;
  };

  return {
    /** Gives a seat to somebody new, who was asked for just now. */
    take: (): number => {
      if (count === seats.length) grow();
      const seat = free.pop() ?? count++;
      use(seat);
      return seat;
    },
    /** Who sat there is not seated any more. */
    leave: (seat: number): void => {
      seats[seat] = numberOf(seat) + next;
      free.push(seat);
    },
    seated: (seat: number): SlotRef => ({ seat, stamp: numberOf(seat) | used }),
    /** Whether the same one still sits there; it is asked for thereby. */
    isSeated: (seat: number, stamp: number): boolean => {
      if (numberOf(seat) !== stamp && numberOf(seat) !== stamp - used) return false;
      use(seat);
      return true;
    },
    use,
    /** Whether it was asked for since this was last asked. */
    wasUsed: (seat: number): boolean => {
      const was = (numberOf(seat) & used) === used;
      seats[seat] = numberOf(seat) & ~used;
      return was;
    },
  };
};
