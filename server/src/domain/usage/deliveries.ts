import { bounds } from '../model/bounds.ts';
import type { Instant } from '../model/instant.ts';
import type { DeliveryCount } from '../model/usage.ts';
import type { ByteRange } from '../ports/blobs.ts';
import { createPartialFiles } from './partial-files.ts';

/*
 * Deliveries are the downloads that rollouts count: the whole file, in one response or completed for a network by several.
 * The store counts at most `bounds.deliveriesOfNetwork` of each network.
 */

/** A file that was sent, and the network that it was sent to. */
export interface SentFile extends Pick<DeliveryCount, 'app' | 'releaseId' | 'target' | 'network'> {
  sizeBytes: number;
}

/** A piece of a file; `isComplete` says whether the client stayed to its end. */
export interface SentPiece extends ByteRange {
  isComplete: boolean;
}

/** Whether a response carried the whole file. */
export const isWholeFile = ({ start, end }: ByteRange, sizeBytes: number): boolean =>
  start === 0 && end === sizeBytes - 1;

/** Whether a response is counted as a download: the whole file, or its last byte and at least half of it. */
export const countsAsDownload = ({ start, end }: ByteRange, sizeBytes: number): boolean =>
  end === sizeBytes - 1 && 2 * (end - start + 1) >= sizeBytes;

export const createDeliveries = () => {
  const partial = createPartialFiles();
  let waiting = new Map<string, DeliveryCount>();

  const nameOf = ({ releaseId, target }: SentFile): string => `${releaseId}/${target}`;

  /** Adds a delivery, or nothing where too many wait. */
  const add = (file: SentFile, at: Instant): void => {
    const { app, releaseId, target, network } = file;
    const name = `${network} ${nameOf(file)}`;
    const known = waiting.get(name);
    if (known !== undefined) known.count = Math.min(known.count + 1, bounds.deliveriesOfNetwork);
    else if (waiting.size < bounds.waitingNetworks)
      waiting.set(name, { app, releaseId, target, network, count: 1, at });
  };

  return {
    add,
    /** Adds a piece that was sent, which may complete a delivery. */
    addPiece: (file: SentFile, { isComplete, ...piece }: SentPiece, at: Instant): void => {
      const { network, sizeBytes } = file;
      const isDelivered =
        (isComplete && isWholeFile(piece, sizeBytes)) ||
        partial.add({ name: nameOf(file), network, sizeBytes }, piece, isComplete);
      if (isDelivered) add(file, at);
    },
    /** What was added since it was last taken. */
    take: (): DeliveryCount[] => {
      const taken = [...waiting.values()];
      waiting = new Map();
      return taken;
    },
  };
};
