import { bounds } from '../../domain/model/bounds.ts';

/*
 * Limits the memory of request bodies, from the first byte to the response. When memory runs out, the owner with the
 * most loses its oldest body still arriving, so slow uploads can't lock others out. Complete bodies are never evicted.
 */

/** The memory of one body. */
export interface MemoryLease {
  /** Grows the lease; false if no memory is left or the lease was evicted. */
  hold(bytes: number): boolean;
  /** Marks the body as complete, so that it can't be evicted. */
  settle(): void;
  /** Releases the memory; idempotent. */
  leave(): void;
}

interface LeaseOwner {
  bytes: number;
  /** Callbacks that evict arriving bodies, oldest first. */
  readonly arriving: Map<MemoryLease, () => void>;
}

type BodyMemoryLimits = Pick<typeof bounds, 'bodiesBytes' | 'bodiesBytesOfApp' | 'bodyOverheadBytes'>;

/** Leases with the same name share one limit. */
export const createBodyMemory = (room: BodyMemoryLimits = bounds) => {
  const holders = new Map<string, LeaseOwner>();
  let held = 0;

  const holderOf = (name: string): LeaseOwner => {
    const holder = holders.get(name) ?? { bytes: 0, arriving: new Map() };
    holders.set(name, holder);
    return holder;
  };

  const largestFrom = (holder: LeaseOwner): LeaseOwner =>
    [...holders.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a), holder);

  /** False if nothing can be evicted, or only the lease that needs the memory. */
  const cutOldest = ({ arriving }: LeaseOwner, asking: MemoryLease): boolean => {
    const [seat, cut] = arriving.entries().next().value ?? [];
    if (seat === undefined || cut === undefined || seat === asking) return false;
    seat.leave();
    cut();
    return true;
  };

  const makeRoom = (holder: LeaseOwner, asking: MemoryLease, more: number): boolean => {
    while (holder.bytes + more > room.bodiesBytesOfApp) if (!cutOldest(holder, asking)) return false;
    while (held + more > room.bodiesBytes) if (!cutOldest(largestFrom(holder), asking)) return false;
    return true;
  };

  /** Opens a lease; `cut` is called if it is evicted while the body arrives. */
  const open = (name: string, cut: () => void): MemoryLease => {
    const holder = holderOf(name);
    let bytes = 0;
    let isGone = false;
    const change = (more: number): void => {
      bytes += more;
      holder.bytes += more;
      held += more;
    };
    const seat: MemoryLease = {
      hold: (wanted) => {
        const more = wanted + room.bodyOverheadBytes - bytes;
        if (isGone || !makeRoom(holder, seat, more)) return false;
        change(more);
        return true;
      },
      settle: () => void holder.arriving.delete(seat),
      leave: () => {
        if (isGone) return;
        isGone = true;
        change(-bytes);
        holder.arriving.delete(seat);
        if (holder.bytes === 0 && holder.arriving.size === 0 && holders.get(name) === holder)
          holders.delete(name);
      },
    };
    holder.arriving.set(seat, cut);
    return seat;
  };

  return { open, stats: () => ({ heldBytes: held, holders: holders.size }) };
};
export type BodyMemory = ReturnType<typeof createBodyMemory>;
