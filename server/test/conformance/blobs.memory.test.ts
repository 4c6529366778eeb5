import { createMemoryBlobs } from '../memory/blobs.ts';
import { inboxPut } from './blobs/inbox-put.ts';
import { blobsConformance } from './blobs.ts';

blobsConformance('memory', { listsParts: true, isReachable: false }, async () => {
  let ahead = 0;
  const blobs = createMemoryBlobs({ now: () => Date.now() + ahead });
  return {
    blobs,
    put: inboxPut(blobs),
    overwrite: async (key, bytes) => blobs.overwrite(key, bytes),
    leftovers: async () => blobs.holds(),
    elapse: async (seconds) => {
      ahead += seconds * 1000;
    },
    close: async () => {},
  };
});
