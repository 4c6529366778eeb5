import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openFileBlobs } from '../../src/drivers/blobs-fs.ts';
import { inboxPut } from './blobs/inbox-put.ts';
import { blobsConformance } from './blobs.ts';

blobsConformance('files', { listsParts: true, isReachable: false }, async () => {
  const root = await mkdtemp(join(tmpdir(), 'slipway-blobs-'));
  let ahead = 0;
  const blobs = await openFileBlobs({
    root,
    uploadUrl: 'http://localhost:8081',
    secret: 'a secret that only the test knows',
    now: () => Date.now() + ahead,
  });
  return {
    blobs,
    put: inboxPut(blobs),
    overwrite: async (key, bytes) => {
      await mkdir(dirname(join(root, key)), { recursive: true });
      await writeFile(join(root, key), bytes);
    },
    leftovers: async () => (await readdir(root, { recursive: true })).filter((name) => name.includes('/')),
    elapse: async (seconds) => {
      ahead += seconds * 1000;
    },
    close: () => rm(root, { recursive: true }),
  };
});
