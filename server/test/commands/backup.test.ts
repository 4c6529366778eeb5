import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { main, runServer } from '../../../lab/service.ts';
import {
  createPublisher,
  createTestApp,
  makeFolder,
  type Running,
  startService,
  type TestApp,
} from '../harness.ts';
import { keepWriting } from './busy-database.ts';

/* Backups of a running server: they finish, resume after an interruption, and are readable only by the owner. */

const small = randomBytes(1000);
const large = randomBytes(17 * 1024 * 1024);
const hello = Buffer.from('hello');

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

describe('backup', { concurrency: false }, () => {
  let folder: string;
  let service: Running;
  let app: TestApp;
  let env: Record<string, string>;
  let copies = 0;
  const newCopy = () => join(folder, `copy-${copies++}`);

  before(async () => {
    folder = await makeFolder();
    service = await startService({ folder });
    env = {
      SLIPWAY_DATABASE_URL: `sqlite:${join(folder, 'slipway.db')}`,
      SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
    };
    app = await createTestApp(service);
    await createPublisher(service, app).release({ version: '1.0.0' }, [
      { target: 'linux-x86_64', bytes: small },
      { target: 'darwin-aarch64', bytes: large },
    ]);
    // Too much for one step of SQLite's own backup.
    const db = new DatabaseSync(join(folder, 'slipway.db'), { timeout: 5000 });
    const insert = db.prepare('insert into settings (name, value) values (?, ?)');
    db.exec('begin');
    for (let n = 0; n < 5000; n++) insert.run(`filler ${n}`, 'x'.repeat(1000));
    db.exec('commit');
    db.close();
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a server on a copy of the backup and downloads from it. */
  const assertRestores = async (copy: string, bytes: readonly [string, Buffer][]): Promise<void> => {
    const place = join(folder, `restored-${copies++}`);
    await mkdir(place);
    await promisify(execFile)('cp', ['-a', join(copy, 'slipway.db'), join(copy, 'blobs'), place]);
    const restored = await startService({ folder: place });
    try {
      for (const [target, expected] of bytes) {
        const [os, arch] = target.split('-');
        const offer = await restored.site(app.slug, `/releases/stable/${os}/${arch}/0.1`);
        const { pathname } = new URL(offer.json<{ url: string }>().url);
        assert.ok(expected.equals((await restored.site(app.slug, pathname)).body), target);
      }
    } finally {
      await restored.stop();
    }
  };

  test('finishes while others write to the database continuously', async () => {
    const copy = newCopy();
    const writer = keepWriting(join(folder, 'slipway.db'));
    await writer.begun;
    const { code, stdout, text } = await runServer(['backup', copy], { env });
    await writer.end();
    assert.equal(code, 0, text);
    assert.match(
      stdout,
      /^Backed up the database and 2 artifacts \(17826792 bytes\) to .*: 2 new, 0 already there/,
    );
    await assertRestores(copy, [
      ['linux-x86_64', small],
      ['darwin-aarch64', large],
    ]);
  });

  test('a second one into the same folder copies only new files and repairs damaged ones', async () => {
    const copy = newCopy();
    assert.equal((await runServer(['backup', copy], { env })).code, 0);
    const storedFiles = (await filesIn(join(copy, 'blobs', 'kept'))).sort();
    const before = await Promise.all(storedFiles.map(async (file) => (await stat(file)).ino));
    await createPublisher(service, app).release({ version: '1.1.0' }, [
      { target: 'linux-x86_64', bytes: hello },
    ]);

    const second = await runServer(['backup', copy], { env });
    assert.match(
      second.stdout,
      /^Backed up the database and 3 artifacts .*: 1 new, 2 already there/,
      second.text,
    );
    assert.deepEqual(await Promise.all(storedFiles.map(async (file) => (await stat(file)).ino)), before);
    await assertRestores(copy, [
      ['linux-x86_64', hello],
      ['darwin-aarch64', large],
    ]);

    await appendFile(storedFiles[0] ?? '', 'one byte too many');
    const third = await runServer(['backup', copy], { env });
    assert.match(third.stdout, /: 1 new, 2 already there/, third.text);
    const read = await runServer(['backup', '--verify', copy], { env });
    assert.match(read.stdout, /: 0 new, 3 already there/, read.text);
    await assertRestores(copy, [
      ['linux-x86_64', hello],
      ['darwin-aarch64', large],
    ]);
    assert.deepEqual((await readdir(copy)).sort(), ['blobs', 'slipway-backup.json', 'slipway.db']);
  });

  for (const [moment, place] of [
    ['begun', ''],
    ['copying', 'blobs/'],
  ] as const)
    test(`one that was interrupted when ${moment} can be repeated into the same folder`, async () => {
      const copy = newCopy();
      const child = spawn(process.execPath, [main, 'backup', copy], {
        env: { PATH: process.env.PATH ?? '', ...env },
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      for (;;) {
        const copied = await filesIn(copy).catch(() => []);
        if (copied.some((file) => file.startsWith(join(copy, place)))) break;
      }
      child.kill('SIGKILL');
      await ended;
      for (const file of await filesIn(copy)) assert.equal((await stat(file)).mode & 0o077, 0, file);
      const { code, text } = await runServer(['backup', copy], { env });
      assert.equal(code, 0, text);
      await assertRestores(copy, [
        ['linux-x86_64', hello],
        ['darwin-aarch64', large],
      ]);
    });

  test('is readable only by its owner, whatever the umask, and contains no secrets of the server', async () => {
    const copy = newCopy();
    const command = `umask 0; exec "${process.execPath}" "${main}" backup "${copy}"`;
    await promisify(execFile)('sh', ['-c', command], { env: { PATH: process.env.PATH ?? '', ...env } });
    for (const path of [copy, join(copy, 'blobs'), ...(await filesIn(copy))])
      assert.equal((await stat(path)).mode & 0o077, 0, path);
    const secretsIn = (file: string) => {
      const db = new DatabaseSync(file, { readOnly: true });
      const names = "name = 'upload-secret' or name like 'fleet-seed-%'";
      const { count } = db.prepare(`select count(*) as count from settings where ${names}`).get() ?? {};
      db.close();
      return count;
    };
    assert.ok(Number(secretsIn(join(folder, 'slipway.db'))) >= 3, 'of uploads, and the seeds of two days');
    assert.equal(secretsIn(join(copy, 'slipway.db')), 0);
  });

  test('an unreadable artifact is reported, and everything else is backed up', async () => {
    const copy = newCopy();
    const [damaged = ''] = (await filesIn(join(folder, 'blobs', 'kept'))).filter((file) => file.length > 0);
    const bytes = (await stat(damaged)).size;
    await appendFile(damaged, 'x');
    const { code, stdout, stderr } = await runServer(['backup', copy], { env });
    assert.equal(code, 1);
    assert.match(stdout, /^Backed up the database and 2 artifacts /);
    assert.match(stderr, /Damaged files in the storage: art_\w+\. Everything else is backed up/);
    await truncate(damaged, bytes);
  });

  test('a folder that is no backup of this server is rejected and left unchanged', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'slipway.db'), 'precious');
    const refused = await runServer(['backup', other], { env });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /is not empty and has no backup/);
    const inside = await runServer(['backup', join(folder, 'blobs', 'backup')], { env });
    assert.equal(inside.code, 2);
    assert.match(inside.stderr, /blobs\/backup is inside the storage\. Pass a folder outside/);
    assert.deepEqual(await readdir(other), ['slipway.db']);

    const otherService = await startService();
    const otherEnv = { SLIPWAY_DATABASE_URL: `sqlite:${otherService.folder}/slipway.db` };
    const copy = newCopy();
    assert.equal(
      (await runServer(['backup', copy], { env: { ...otherEnv }, cwd: otherService.folder })).code,
      0,
    );
    const mixed = await runServer(['backup', copy], { env });
    await otherService.stop();
    assert.deepEqual([mixed.code, /another server/.test(mixed.stderr)], [2, true], mixed.text);
  });

  test('a backup that a server was started on is rejected', async () => {
    const copy = newCopy();
    assert.equal((await runServer(['backup', copy], { env })).code, 0);
    const started = await startService({ folder: copy });
    const refused = await runServer(['backup', copy], { env });
    await started.stop();
    for (const { code, stderr } of [refused, await runServer(['backup', copy], { env })])
      assert.ok(code === 2 && stderr.includes('a server was started on this backup'), stderr);
  });
});
