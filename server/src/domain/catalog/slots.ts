/*
 * Generation-tagged slots for sites in memory. A cache entry made from a site stores slot and stamp, and can check
 * validity without a reference to the site. The slot also records use.
 */

/** A slot and its generation. */
export interface SlotRef {
  readonly seat: number;
  readonly stamp: number;
}

/** The lowest bit marks use and the others count generations, so that both need a single memory access. */
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
    // Writes only on change: with a hundred thousand sites each write is another cache miss.
    if ((numberOf(seat) & used) === 0) seats[seat] = numberOf(seat) | used;
  };

  return {
    /** Allocates a slot, marked as used. */
    take: (): number => {
      if (count === seats.length) grow();
      const seat = free.pop() ?? count++;
      use(seat);
      return seat;
    },
    /** Invalidates all references to the slot. */
    leave: (seat: number): void => {
      seats[seat] = numberOf(seat) + next;
      free.push(seat);
    },
    seated: (seat: number): SlotRef => ({ seat, stamp: numberOf(seat) | used }),
    /** Whether the slot has the same generation; also marks it as used. */
    isSeated: (seat: number, stamp: number): boolean => {
      if (numberOf(seat) !== stamp && numberOf(seat) !== stamp - used) return false;
      use(seat);
      return true;
    },
    use,
    /** Whether it was used since the previous call. */
    wasUsed: (seat: number): boolean => {
      const was = (numberOf(seat) & used) === used;
      seats[seat] = numberOf(seat) & ~used;
      return was;
    },
  };
};
