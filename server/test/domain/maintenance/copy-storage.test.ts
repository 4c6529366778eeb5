import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { putIntoInbox } from '../../../src/commands/put-upload.ts';
import { createStorageCopy } from '../../../src/domain/maintenance/copy-storage.ts';
import { openFileBlobs } from '../../../src/drivers/blobs-fs.ts';
import { isArtifactActive, snapshotSqlite } from '../../../src/drivers/sqlite/backup.ts';
import { openSqlite } from '../../../src/drivers/sqlite.ts';
import { createPublisher, createTestApp, makeFolder, type Running, startService } from '../../harness.ts';

/* Artifacts pruned during the copy are left behind, and the copied records reflect that. */

describe('moving artifacts', () => {
  let folder: string;
  let service: Running;
  before(async () => {
    folder = await makeFolder();
    service = await startService({ folder: join(folder, 'live') });
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('an artifact that is pruned after the snapshot is skipped and pruned in the copy', async () => {
    const app = await createTestApp(service);
    const id = await createPublisher(service, app).release({ version: '1.0.0' }, [
      { target: 'linux-x86_64', bytes: randomBytes(10) },
      { target: 'darwin-aarch64', bytes: randomBytes(20) },
    ]);
    const live = join(folder, 'live', 'slipway.db');
    const copy = join(folder, 'copy.db');
    await snapshotSqlite(live, copy);
    const path = `/v1/apps/${app.slug}/releases/${id}/artifacts/linux-x86_64/prune`;
    assert.equal((await service.api(path, { method: 'POST' })).status, 200);

    const store = await openSqlite({ file: copy });
    const files = (root: string) =>
      openFileBlobs({ root, uploadUrl: 'http://localhost', secret: 'secret', now: Date.now });
    await mkdir(join(folder, 'to'));
    const to = await files(join(folder, 'to'));
    const from = await files(join(folder, 'live', 'blobs'));
    const isActive = async (artifactId: string) => isArtifactActive(live, artifactId);
    const moved = await createStorageCopy({ store, from, to, put: putIntoInbox(to), isActive }).copyAll();
    const release = await store.findRelease(app.slug, id);
    await store.close();
    assert.deepEqual(moved, {
      copied: { artifacts: 1, bytes: 20 },
      present: { artifacts: 0, bytes: 0 },
      pruned: 1,
      damaged: [],
    });
    const states = release?.artifacts.map(({ target, state }) => `${target} ${state}`).sort();
    assert.deepEqual(states, ['darwin-aarch64 active', 'linux-x86_64 pruned']);
  });
});
