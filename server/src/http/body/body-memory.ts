import { bounds } from '../../domain/model/bounds.ts';

/*
 * Limits the memory of request bodies, from the first byte to the response. When memory runs out, the owner with the
 * most loses its oldest body still arriving, so slow uploads can't lock others out. Complete bodies are never evicted.
 */

/** The memory of one body. */
export interface MemoryLease {
  /** Grows the lease; false if no memory is left or the lease was evicted. */
  reserve(bytes: number): boolean;
  /** Marks the body as complete, so that it can't be evicted. */
  markReceived(): void;
  /** Releases the memory; idempotent. */
  release(): void;
}

interface LeaseOwner {
  bytes: number;
  /** Callbacks that evict arriving bodies, oldest first. */
  readonly arriving: Map<MemoryLease, () => void>;
}

type BodyMemoryLimits = Pick<typeof bounds, 'bodiesBytes' | 'bodiesBytesOfApp' | 'bodyOverheadBytes'>;

/** Leases with the same name share one limit. */
export const createBodyMemory = (limits: BodyMemoryLimits = bounds) => {
  const holders = new Map<string, LeaseOwner>();
  let heldBytes = 0;

  const holderOf = (name: string): LeaseOwner => {
    const holder = holders.get(name) ?? { bytes: 0, arriving: new Map() };
    holders.set(name, holder);
    return holder;
  };

  const largestFrom = (holder: LeaseOwner): LeaseOwner =>
    [...holders.values()].reduce((a, b) => (b.bytes > a.bytes ? b : a), holder);

  /** False if nothing can be evicted, or only the lease that needs the memory. */
  const cutOldest = ({ arriving }: LeaseOwner, asking: MemoryLease): boolean => {
    const [lease, cut] = arriving.entries().next().value ?? [];
    if (lease === undefined || cut === undefined || lease === asking) return false;
    lease.release();
    cut();
    return true;
  };

  const freeMemory = (holder: LeaseOwner, asking: MemoryLease, more: number): boolean => {
    while (holder.bytes + more > limits.bodiesBytesOfApp) if (!cutOldest(holder, asking)) return false;
    while (heldBytes + more > limits.bodiesBytes) if (!cutOldest(largestFrom(holder), asking)) return false;
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
      heldBytes += more;
    };
    const lease: MemoryLease = {
      reserve: (bodyBytes) => {
        const more = bodyBytes + limits.bodyOverheadBytes - bytes;
        if (isGone || !freeMemory(holder, lease, more)) return false;
        change(more);
        return true;
      },
      markReceived: () => void holder.arriving.delete(lease),
      release: () => {
        if (isGone) return;
        isGone = true;
        change(-bytes);
        holder.arriving.delete(lease);
        if (holder.bytes === 0 && holder.arriving.size === 0 && holders.get(name) === holder)
          holders.delete(name);
      },
    };
    holder.arriving.set(lease, cut);
    return lease;
  };

  return { open, stats: () => ({ heldBytes, holders: holders.size }) };
};
export type BodyMemory = ReturnType<typeof createBodyMemory>;
