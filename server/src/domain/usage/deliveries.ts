import { bounds } from '../model/bounds.ts';
import type { Instant } from '../model/instant.ts';
import type { DeliveryCount } from '../model/usage.ts';
import type { ByteRange } from '../ports/stored-bytes.ts';
import { createPartialFiles } from './partial-files.ts';

/*
 * Deliveries are the downloads that rollouts count: the whole file, in one response or several to the same network. The
 * store counts at most `bounds.deliveriesOfNetwork` per network.
 */

export interface SentFile extends Pick<DeliveryCount, 'app' | 'releaseId' | 'target' | 'network'> {
  sizeBytes: number;
}

/** `isComplete` is false if the client disconnected early. */
export interface SentPiece extends ByteRange {
  isComplete: boolean;
}

export const isWholeFile = ({ start, end }: ByteRange, sizeBytes: number): boolean =>
  start === 0 && end === sizeBytes - 1;

/** The whole file, or its last byte and at least half of it. */
export const countsAsDownload = ({ start, end }: ByteRange, sizeBytes: number): boolean =>
  end === sizeBytes - 1 && 2 * (end - start + 1) >= sizeBytes;

export const createDeliveries = () => {
  const partial = createPartialFiles();
  let waiting = new Map<string, DeliveryCount>();

  const nameOf = ({ releaseId, target }: SentFile): string => `${releaseId}/${target}`;

  /** Dropped if too many are pending. */
  const add = (file: SentFile, at: Instant): void => {
    const { app, releaseId, target, network } = file;
    const name = `${network} ${nameOf(file)}`;
    const pending = waiting.get(name);
    if (pending !== undefined) pending.count = Math.min(pending.count + 1, bounds.deliveriesOfNetwork);
    else if (waiting.size < bounds.waitingNetworks)
      waiting.set(name, { app, releaseId, target, network, count: 1, at });
  };

  return {
    add,
    /** A piece may complete a delivery. */
    addPiece: (file: SentFile, { isComplete, ...piece }: SentPiece, at: Instant): void => {
      const { network, sizeBytes } = file;
      const isDelivered =
        (isComplete && isWholeFile(piece, sizeBytes)) ||
        partial.add({ name: nameOf(file), network, sizeBytes }, piece, isComplete);
      if (isDelivered) add(file, at);
    },
    take: (): DeliveryCount[] => {
      const taken = [...waiting.values()];
      waiting = new Map();
      return taken;
    },
  };
};
