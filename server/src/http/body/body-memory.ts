import { bounds } from '../../domain/model/bounds.ts';

/*
 * The memory that bodies may take, from their first byte until they are answered. Whoever holds much loses first: the
 * body of theirs that has been arriving for longest is cut off, so that half-sent ones make way for those that come
 * quickly, and nobody is kept out by what others hold. What has arrived is being worked on and never cut off.
 */

/** One body's place. */
export interface MemoryLease {
  /** Makes the place so large; false when there is no room, or it was cut off before. */
  hold(bytes: number): boolean;
  /** The body is there: nobody cuts it off any more. */
  settle(): void;
  /** Gives the place back; a second time changes nothing. */
  leave(): void;
}

interface LeaseOwner {
  bytes: number;
  /** How to cut off those that are still arriving, the oldest first. */
  readonly arriving: Map<MemoryLease, () => void>;
}

type BodyMemoryLimits = Pick<typeof bounds, 'bodiesBytes' | 'bodiesBytesOfApp' | 'bodyOverheadBytes'>;

/** Makes room for bodies; those of one name share what one may have. */
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

  /** False when the one that should go is the one that asks, or there is none. */
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

  /** A place for a body of that name; `cut` is called when it has to make way while it is arriving. */
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
