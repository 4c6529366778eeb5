import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runServer } from '../../../lab/service.ts';
import { maskPassword } from '../../src/config/mask-password.ts';
import { inspectSqlite } from '../../src/drivers/sqlite/inspect-file.ts';
import { makeFolder, startService } from '../harness.ts';
import { isOneSentence } from './one-sentence.ts';

/* A command prints its target, and fails where no server ever ran instead of creating an empty database. */

const acting = [['reset-key'], ['backup', 'copy'], ['migrate'], ['move', '--database', 'sqlite:other.db']];

describe('what the operator’s commands work on', () => {
  let folder: string;
  before(async () => {
    folder = await makeFolder();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const args of acting) {
    test(`"${args[0]}" without the service's environment names the database, refuses and makes nothing`, async () => {
      const empty = join(folder, `empty-${args[0]}`);
      await mkdir(empty);
      const { code, stdout, stderr } = await runServer(args, { cwd: empty });
      assert.equal(code, 2, stdout + stderr);
      const [first = '', , last] = stderr.split(/(?<=\n)/);
      assert.ok(first.includes(`sqlite:${join(empty, 'data', 'slipway.db')}`), first);
      assert.ok(last?.includes('No Slipway database') && isOneSentence(last), last);
      assert.deepEqual(await readdir(empty), []);
    });
  }

  test('a file that is no database, or none of ours, is refused and left as it was', async () => {
    for (const [name, content] of [
      ['text.db', 'not a database at all, but quite some text '.repeat(100)],
      ['empty.db', ''],
    ] as const) {
      const file = join(folder, name);
      await writeFile(file, content);
      for (const args of acting) {
        const { code, text } = await runServer(args, {
          cwd: folder,
          env: { SLIPWAY_DATABASE_URL: `sqlite:${file}` },
        });
        assert.ok(code === 1 || code === 2, text);
        assert.doesNotMatch(text, /\n {4}at /);
      }
    }
  });

  test('migrate makes a database where that is said', async () => {
    const cwd = join(folder, 'made');
    await mkdir(cwd);
    assert.equal((await runServer(['migrate', '--create'], { cwd })).code, 0);
    const again = await runServer(['migrate'], { cwd });
    assert.deepEqual([again.code, again.stdout], [0, 'The database is up to date.\n']);
  });

  test('reset-key says which service it is, and answers with the key alone', async () => {
    const service = await startService({ env: { SLIPWAY_ADMIN_KEY: '' } });
    const file = join(service.folder, 'slipway.db');
    const { code, stdout, stderr } = await runServer(['reset-key'], {
      env: { SLIPWAY_DATABASE_URL: `sqlite:${file}` },
    });
    assert.equal(code, 0, stderr);
    assert.ok(stderr.startsWith(`Database: sqlite:${file}\nStorage:  file:`), stderr);
    const key = /slw_adm_\w+/.exec(stdout)?.[0];
    assert.equal((await service.api('/v1/apps', { key })).status, 200);
    await service.stop();
  });

  test('a database that cannot be opened is named, with what SQLite needs', () => {
    // SQLite reports the same for a read-only disk; tests may run as root, who can write everywhere else.
    const file = join(folder, 'no-such-folder', 'slipway.db');
    assert.throws(() => inspectSqlite(file, () => undefined), {
      code: 'database-unavailable',
      message: `The database file ${file} cannot be opened: its folder must be writable, on a disk that is not read-only.`,
    });
  });

  test('no password is ever printed', async () => {
    const url = 'postgres://operator:s3cr:et/w@rd@127.0.0.1:1/x?password=s3cret';
    assert.equal(maskPassword(url), 'postgres://operator:…@127.0.0.1:1/x?password=…');
    assert.equal(maskPassword('postgres://db/x?sslmode=require'), 'postgres://db/x?sslmode=require');
    const unreachable = 'postgres://operator:s3cret@127.0.0.1:1/x';
    for (const args of [
      ['reset-key'],
      ['migrate'],
      ['backup', 'copy'],
      ['move', '--database', unreachable],
    ]) {
      for (const SLIPWAY_DATABASE_URL of [unreachable, 'postgres://operator:s3cret#s3cret@127.0.0.1:1:1/x']) {
        const { code, text } = await runServer(args, { cwd: folder, env: { SLIPWAY_DATABASE_URL } });
        assert.ok(code === 1 || code === 2, text);
        assert.doesNotMatch(text, /s3cret|\n {4}at /);
      }
    }
  });
});
