import type { StoredObject } from '../domain/model/artifact.ts';
import { Refusal } from '../domain/model/errors.ts';
import type { Blobs } from '../domain/ports/blobs.ts';

/**
 * A storage that is being migrated: uploads go to the current one, and each artifact is read from the one that holds
 * it. An artifact with an unknown storage name is read from the current one, since names change when a folder or bucket
 * is renamed.
 */
export const createMigratingBlobs = (current: Blobs, former: Blobs): Blobs => {
  const holderOf = (stored: StoredObject): Blobs => (stored.store === former.name ? former : current);
  return {
    ...current,
    // Either may hold it, so the more expensive one decides.
    nearBytes: Math.max(current.nearBytes, former.nearBytes),
    maxSpans: Math.min(current.maxSpans, former.maxSpans),
    open: (content, stored, ranges) => holderOf(stored).open(content, stored, ranges),
    address:
      current.address === undefined
        ? undefined
        : async (content, stored, options) => holderOf(stored).address?.(content, stored, options),
    copy: async (from, stored, to) => {
      if (stored.store !== former.name) return current.copy(from, stored, to);
      throw new Refusal(
        'storage-unavailable',
        'This file is still in the old storage. Try again when it has been moved.',
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
