/*
 * Generation-tagged slots for sites in memory. A cache entry made from a site stores slot and stamp, and can check
 * validity without a reference to the site. The slot also records use.
 */

/** A slot and its generation. */
export interface SlotRef {
  readonly slot: number;
  readonly generation: number;
}

/** The lowest bit marks use and the others count generations, so that both need a single memory access. */
const used = 1;
const next = 2;

export const createSlots = () => {
  let generations = new Int32Array(1024);
  let count = 0;
  const free: number[] = [];

  const numberOf = (slot: number): number => generations[slot] as number;
  const grow = (): void => {
    const wider = new Int32Array(2 * count);
    wider.set(generations);
    generations = wider;
  };
  const markUsed = (slot: number): void => {
    // Writes only on change: with a hundred thousand sites each write is another cache miss.
    if ((numberOf(slot) & used) === 0) generations[slot] = numberOf(slot) | used;
  };

  return {
    /** Allocates a slot, marked as used. */
    allocate: (): number => {
      if (count === generations.length) grow();
      const slot = free.pop() ?? count++;
      markUsed(slot);
      return slot;
    },
    /** Invalidates all references to the slot. */
    release: (slot: number): void => {
      generations[slot] = numberOf(slot) + next;
      free.push(slot);
    },
    slotRef: (slot: number): SlotRef => ({ slot, generation: numberOf(slot) | used }),
    /** Whether the slot has the same generation; also marks it as used. */
    isCurrent: (slot: number, stamp: number): boolean => {
      if (numberOf(slot) !== stamp && numberOf(slot) !== stamp - used) return false;
      markUsed(slot);
      return true;
    },
    markUsed,
    /** Whether it was used since the previous call. */
    wasUsed: (slot: number): boolean => {
      const was = (numberOf(slot) & used) === used;
      generations[slot] = numberOf(slot) & ~used;
      return was;
    },
  };
};
