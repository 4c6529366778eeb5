import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { problemCode } from '../attacks/stage.ts';
import { createPublisher, createTestApp, makeFolder, sha256Of, startService } from '../harness.ts';

const target = 'linux-x86_64';
const run = promisify(execFile);

/** A small disk if the machine allows it; otherwise the plain folder. */
const mountSmallDisk = async (t: TestContext, path: string): Promise<boolean> => {
  await mkdir(path, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path]);
  } catch {
    return false;
  }
  t.after(() => run('umount', ['-l', path]));
  return true;
};

const start = async (t: TestContext, folder: string, env: Record<string, string> = {}) => {
  const service = await startService({ folder, env });
  t.after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  });
  const app = await createTestApp(service);
  const publisher = createPublisher(service, app);
  const bytes = randomBytes(500_000);
  const id = await publisher.release({ version: '1.0.0' }, [{ target, bytes }]);
  const download = () => service.site(app.slug, `/releases/download/${id}/${target}`);
  const check = () => service.site(app.slug, '/releases/stable/linux/x86_64/0.9.0');
  return { service, app, publisher, bytes, id, download, check };
};

describe('the disk', () => {
  test('a full disk rejects the upload, removes its partial file and keeps serving', async (t) => {
    const folder = await makeFolder();
    const isSmall = await mountSmallDisk(t, join(folder, 'blobs'));
    // Without a reserve, uploads may fill the disk.
    const { service, publisher, bytes, download, check } = await start(t, folder, {
      SLIPWAY_DISK_RESERVE: '0',
    });
    const large = randomBytes(isSmall ? 3_000_000 : 1000);
    const draft = await publisher.draft({ version: '2.0.0' });
    const ticket = await publisher.presign({ version: '2.0.0' }, { target, bytes: large });
    if (isSmall) await writeFile(join(folder, 'blobs', 'filler'), Buffer.alloc(1_000_000));
    if (!isSmall) {
      t.diagnostic(
        'no small disk can be mounted here: a folder that is a file stands in for a disk that takes nothing',
      );
      await rename(join(folder, 'blobs', 'tmp'), join(folder, 'blobs', 'was-tmp'));
    }
    const reply = await publisher.put(ticket, large);
    assert.equal(problemCode(reply, isSmall ? 507 : 503), isSmall ? 'storage-full' : 'storage-unavailable');
    assert.equal(problemCode(await publisher.publish(draft), 409), 'uploads-incomplete');
    assert.deepEqual((await download()).body, bytes);
    assert.equal((await check()).status, 200);
    if (!isSmall) await rename(join(folder, 'blobs', 'was-tmp'), join(folder, 'blobs', 'tmp'));
    assert.deepEqual(await readdir(join(folder, 'blobs', 'tmp')), []);
    // A smaller file still fits.
    const small = randomBytes(1000);
    const again = await publisher.presign({ version: '2.0.0' }, { target, bytes: small });
    assert.equal((await publisher.put(again, small)).status, 200);
    assert.equal((await publisher.publish(draft)).status, 200);
    assert.equal((await service.api('/readyz')).status, 200);
  });

  test('an unavailable storage is reported, checks continue, and it recovers', async (t) => {
    const { service, app, publisher, download, check, bytes } = await start(t, await makeFolder());
    const [root, away] = [join(service.folder, 'blobs'), join(service.folder, 'unmounted')];
    const draft = await publisher.draft({ version: '2.0.0' });
    const ticket = await publisher.presign({ version: '2.0.0' }, { target, bytes });
    await rename(root, away);
    assert.equal(problemCode(await publisher.put(ticket, bytes), 503), 'storage-unavailable');
    const reply = await publisher.publish(draft);
    assert.ok(reply.status === 503 || reply.status === 409, reply.text());
    assert.equal((await download()).status, 503);
    assert.equal((await check()).status, 200);
    const ready = (await service.api('/readyz')).json<{ status: string; storage: string }>();
    assert.deepEqual([ready.status, ready.storage], ['degraded', 'away']);
    await rename(away, root);
    assert.deepEqual((await download()).body, bytes);
    assert.equal((await publisher.put(ticket, bytes)).status, 200);
    assert.equal((await publisher.publish(draft)).status, 200);
    const { release } = (await service.api(`/v1/apps/${app.slug}/releases/${draft}`)).json<{
      release: { state: string };
    }>();
    assert.equal(release.state, 'published');
  });

  test('a truncated or replaced staged upload is not published', async (t) => {
    const { service, publisher } = await start(t, await makeFolder());
    const bytes = randomBytes(100_000);
    const draft = await publisher.draft({ version: '2.0.0' });
    const ticket = await publisher.presign({ version: '2.0.0' }, { target, bytes });
    await publisher.put(ticket, bytes);
    const staged = join(
      service.folder,
      'blobs',
      'staged',
      ticket.artifactId,
      `${sha256Of(bytes)}-${bytes.length}`,
    );
    await truncate(staged, 50_000);
    assert.equal(problemCode(await publisher.publish(draft), 409), 'uploads-incomplete');
    await truncate(staged, 100_000);
    assert.equal(problemCode(await publisher.publish(draft), 409), 'uploads-incomplete');
    assert.equal((await publisher.put(ticket, bytes)).status, 200);
    assert.equal((await publisher.publish(draft)).status, 200);
  });
});
