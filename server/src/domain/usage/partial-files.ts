import { bounds } from '../model/bounds.ts';
import type { ByteRange } from '../ports/stored-bytes.ts';

/*
 * Tracks the parts of a file sent to each network, so that a resumed download counts once its last missing byte is
 * sent. In memory per process: a download resumed on another node is not recognized.
 */

/** Keeps sorted pieces that do not touch; drops the smallest if there are too many. */
const addPiece = (pieces: readonly ByteRange[], piece: ByteRange): ByteRange[] => {
  const isApart = (one: ByteRange): boolean => one.end + 1 < piece.start || piece.end + 1 < one.start;
  const joined = pieces
    .filter((one) => !isApart(one))
    .reduce((a, b) => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }), piece);
  const all = [...pieces.filter(isApart), joined];
  if (all.length <= bounds.piecesOfDelivery) return all;
  const lengthOf = ({ start, end }: ByteRange): number => end - start;
  const smallest = all.reduce((a, b) => (lengthOf(b) < lengthOf(a) ? b : a));
  return all.filter((one) => one !== smallest);
};

interface Partial {
  network: number;
  pieces: ByteRange[];
}

/** Oldest first. */
export const createPartialFiles = () => {
  const files = new Map<string, Partial>();
  /** Names per network, oldest first. */
  const byNetwork = new Map<number, Set<string>>();

  const forget = (name: string): void => {
    const file = files.get(name);
    if (file === undefined) return;
    files.delete(name);
    const own = byNetwork.get(file.network);
    own?.delete(name);
    if (own?.size === 0) byNetwork.delete(file.network);
  };

  const evictOldest = (network: number): void => {
    const own = byNetwork.get(network);
    if (own !== undefined && own.size >= bounds.partialDeliveriesOfNetwork)
      forget(own.keys().next().value ?? '');
    else if (files.size >= bounds.partialDeliveries) forget(files.keys().next().value ?? '');
  };

  const keep = (name: string, file: Partial): void => {
    forget(name);
    evictOldest(file.network);
    files.set(name, file);
    const own = byNetwork.get(file.network) ?? new Set();
    byNetwork.set(file.network, own.add(name));
  };

  return {
    /** True if the piece completes the file, which is then removed. */
    add: (
      { name, network, sizeBytes }: { name: string; network: number; sizeBytes: number },
      piece: ByteRange,
      isComplete: boolean,
    ): boolean => {
      const own = `${network} ${name}`;
      const pieces = addPiece(files.get(own)?.pieces ?? [], piece);
      const [first] = pieces;
      const isWhole = pieces.length === 1 && first?.start === 0 && first.end === sizeBytes - 1;
      if (isWhole && isComplete) {
        forget(own);
        return true;
      }
      keep(own, { network, pieces });
      return false;
    },
    count: (): number => files.size,
  };
};
