import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startBackends } from '../../../lab/backends.ts';
import { openFolder, type TemporaryFolder } from '../../../lab/folder.ts';
import { freePorts } from '../../../lab/free-port.ts';
import { sha256Of } from '../../../lab/publisher.ts';
import { buildExecutable } from '../../../scripts/ship/executable.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { isOneSentence } from '../commands/one-sentence.ts';
import { adminKeyIn, downloads, releaseWith, start } from './shipped.ts';

/* The single executable alone: no environment except its port, no other files. */

describe('the single executable', () => {
  let folder: TemporaryFolder;
  let slipway: string;
  before(async () => {
    folder = await openFolder('executable');
    slipway = await buildExecutable(join(folder.path, 'dist'));
  });
  after(() => folder.remove());

  const run = (words: string[], { cwd = folder.path, env = {} }: { cwd?: string; env?: object } = {}) =>
    promisify(execFile)(slipway, words, { cwd, env: { ...env } as NodeJS.ProcessEnv }).then(
      (output) => ({ code: 0, ...output }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  test('is one file of less than 140 MB', async () => {
    assert.deepEqual(await readdir(join(folder.path, 'dist')), ['slipway']);
    const { size, mode } = await stat(slipway);
    assert.deepEqual([size < 140e6, mode & 0o777], [true, 0o755], `${size} bytes`);
  });

  test('serves in an empty folder, publishes with itself, stops cleanly and starts again', async () => {
    const where = { folder: join(folder.path, 'alone'), env: { PORT: '0' } };
    const first = await start([slipway, 'serve'], where);
    await releaseWith([slipway], { service: first, key: await adminKeyIn(first.folder) });
    assert.equal(await first.program.stop(), 0);
    assert.equal(first.program.output.stderr, '');
    assert.deepEqual((await readdir(join(first.folder, 'data'))).sort(), [
      'admin-key',
      'blobs',
      'slipway.db',
      'slipway.db-ballast',
    ]);
    const again = await start([slipway, 'serve'], where);
    await downloads(again, sha256Of(await readFile(join(first.folder, 'hello.AppImage'))));
    assert.equal(await again.program.stop(), 0);
  });

  for (const words of [['serve'], ['server', 'start'], ['server']])
    test(`serves with two workers, started as \`slipway ${words.join(' ')}\``, async () => {
      const [port = 0, uploads = 0] = await freePorts(2);
      const env = { PORT: `${port}`, SLIPWAY_UPLOAD_PORT: `${uploads}`, SLIPWAY_WORKERS: '2' };
      const where = { folder: join(folder.path, `workers-${words.join('-')}`), env };
      const service = await start([slipway, ...words], where);
      const { pid } = service.program;
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      assert.equal(children.trim().split(' ').length, 2);
      await releaseWith([slipway], { service, key: await adminKeyIn(service.folder) });
      assert.equal(await service.program.stop(), 0);
    });

  test('has the drivers for PostgreSQL and S3 inside', async () => {
    const engines = await startBackends();
    const key = 'an-admin-key-of-the-executable-0123456789';
    const env = { ...engines.env, PORT: '0', SLIPWAY_ADMIN_KEY: key };
    try {
      const service = await start([slipway, 'serve'], { folder: join(folder.path, 'engines'), env });
      await releaseWith([slipway], { service, key });
      assert.equal(await service.program.stop(), 0);
    } finally {
      await engines.stop();
    }
  });

  test('has every command of the operator, under its own name', async () => {
    const list = await run(['server', '--help']);
    assert.match(list.stdout, /^Usage: slipway server \[command\]\n/);
    for (const { name } of commandTable) {
      assert.match(list.stdout, new RegExp(`^ {2}${name}`, 'm'));
      assert.match(
        (await run(['server', name, '--help'])).stdout,
        new RegExp(`^Usage: slipway server ${name}`),
      );
    }
    assert.match((await run(['serve', '--help'])).stdout, /^Usage: slipway server start/);
    const cwd = join(folder.path, 'alone');
    const backup = await run(['server', 'backup', 'copy'], { cwd });
    assert.match(backup.stdout, /^Backed up the database and 1 artifacts \(300000 bytes\)/);
    assert.match((await run(['server', 'reset-key'], { cwd })).stdout, /slw_adm_/);
  });

  test('is the CLI with any other argument, and with none', async () => {
    assert.match((await run(['--help'])).stdout, /^Usage: slipway \[[\s\S]*^ {2}serve .*\n {2}server /m);
    assert.equal((await run([])).code, 2);
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    assert.equal((await run(['--version'])).stdout, `${version}\n`);
    assert.equal((await run(['server', '--version'])).stdout, `${version}\n`);
    const unknown = await run(['sevre']);
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
  });

  test('includes the licenses of its parts, and no path of the build machine', async () => {
    const { stdout } = await run(['--licences']);
    for (const part of [
      /^fastify \d/m,
      /^commander \d/m,
      /^@aws-sdk\/client-s3 \d/m,
      /^Node\.js is licensed/m,
    ])
      assert.match(stdout, part);
    const bytes = await readFile(slipway);
    assert.equal(bytes.includes(join(import.meta.dirname, '..', '..')), false);
  });

  test('refuses data that other users may write, in one sentence', async () => {
    const cwd = join(folder.path, 'alone');
    for (const [place, mode] of [
      ['data', 0o777],
      ['data', 0o720],
      [join('data', 'slipway.db'), 0o602],
      [join('data', 'blobs'), 0o770],
    ] as const) {
      const path = join(cwd, place);
      const { mode: before } = await stat(path);
      await chmod(path, mode);
      const { code, stdout, stderr } = await run(['serve'], { cwd, env: { PORT: '0' } });
      await chmod(path, before);
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(stderr.startsWith(`Other users can write to ${place}. `) && isOneSentence(stderr), stderr);
    }
  });

  test('refuses data that another user owns, in one sentence', async () => {
    const cwd = join(folder.path, 'foreign');
    await mkdir(join(cwd, 'data'), { recursive: true });
    // Only root can give a folder away; other users have one of root's at hand.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await chown(join(cwd, 'data'), 12_345, 12_345);
    const env = isRoot ? {} : { SLIPWAY_STORAGE_URL: 'file:/etc' };
    const { code, stdout, stderr } = await run(['serve'], { cwd, env: { PORT: '0', ...env } });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^(?:data|\/etc) is owned by another user \(ID \d+\)\. Start this as that user, or/);
    assert.ok(isOneSentence(stderr), stderr);
  });

  test('says in one sentence that the data is newer than the program', async () => {
    const cwd = join(folder.path, 'alone');
    const db = new DatabaseSync(join(cwd, 'data', 'slipway.db'));
    db.prepare('insert into migrations (name, timestamp) values (?, ?)').run('9000-something', '2999-01-01');
    db.close();
    const { code, stdout, stderr } = await run(['serve'], { cwd, env: { PORT: '0' } });
    assert.deepEqual([code, stdout], [1, '']);
    assert.ok(/newer version than this program/.test(stderr) && isOneSentence(stderr), stderr);
  });
});
