import type { StoredObject } from '../domain/model/artifact.ts';
import { Refusal } from '../domain/model/errors.ts';
import type { Blobs } from '../domain/ports/blobs.ts';

/**
 * A storage that is being moved to another: uploads go to the current one, each artifact is read from the one that
 * holds it. An artifact whose storage has another name than either is looked for in the current one, for names
 * change when a folder or bucket is renamed.
 */
export const createManyBlobs = (current: Blobs, former: Blobs): Blobs => {
  const holderOf = (kept: StoredObject): Blobs => (kept.store === former.name ? former : current);
  return {
    ...current,
    // Whichever holds it: what the dearer of the two can bear.
    nearBytes: Math.max(current.nearBytes, former.nearBytes),
    maxSpans: Math.min(current.maxSpans, former.maxSpans),
    open: (content, kept, ranges) => holderOf(kept).open(content, kept, ranges),
    address:
      current.address === undefined
        ? undefined
        : async (content, kept, told) => holderOf(kept).address?.(content, kept, told),
    copy: async (from, kept, to) => {
      if (kept.store !== former.name) return current.copy(from, kept, to);
      throw new Refusal(
        'storage-unavailable',
        'These bytes are still in the storage that is being moved from; try again when they have been moved.',
      );
    },
    remove: async (key) => {
      await Promise.all([current.remove(key), former.remove(key)]);
    },
    ping: async () => {
      await Promise.all([current.ping(), former.ping()]);
    },
    close: async () => {
      await Promise.all([current.close(), former.close()]);
    },
  };
};
