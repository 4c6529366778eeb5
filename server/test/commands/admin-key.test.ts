import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type PostgresServer, startPostgres } from '../../../lab/postgres.ts';
import { spawnProgram } from '../../../lab/program.ts';
import { requestPort } from '../../../lab/request.ts';
import { main, runServer } from '../../../lab/service.ts';
import { createAdminKeyWriter } from '../../src/commands/admin-key.ts';
import { createAuthentication } from '../../src/domain/auth/authenticate.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { randomIds, systemClock } from '../../src/drivers/system.ts';
import { makeFolder } from '../harness.ts';
import { isOneSentence } from './one-sentence.ts';

/* The admin key of a first start is saved before it becomes valid, even with concurrent starts. */

const keyFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('admin-key'));

describe('the admin key of a first start', { concurrency: false }, () => {
  let folder: string;
  let postgres: PostgresServer;
  before(async () => {
    folder = await makeFolder();
    postgres = await startPostgres();
  });
  after(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const environment = (database: string) => ({
    PORT: '0',
    SLIPWAY_DATABASE_URL: database,
    SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
  });

  const start = (cwd: string, env: Record<string, string>) => {
    const node = spawnProgram({ command: process.execPath, args: [main, 'start'], cwd, env });
    const statusWith = async (key: string) => {
      const [, port] = await node.waitForOutput(/Slipway \S+ is running at http:\/\/localhost:(\d+)/);
      const headers = { authorization: `Bearer ${key.trim()}` };
      return (await requestPort(Number(port), '/v1/apps', { headers })).status;
    };
    return { ...node, statusWith };
  };

  test('if it cannot be saved, nothing starts and no key becomes valid', async () => {
    const env = environment(await postgres.createDatabase());
    // Root can write into any folder but this one.
    const closed = userInfo().uid === 0 ? '/proc' : join(folder, 'closed');
    if (closed !== '/proc') await mkdir(closed, { mode: 0o500 });
    for (let attempt = 0; attempt < 2; attempt++) {
      const { code, stdout, stderr } = await runServer(['start'], { cwd: closed, env });
      assert.deepEqual([code, stdout], [2, '']);
      assert.ok(isOneSentence(stderr), stderr);
      assert.ok(stderr.includes(`to ${closed} (`) && stderr.includes('SLIPWAY_ADMIN_KEY'), stderr);
    }
    const open = join(folder, 'open');
    await mkdir(open);
    const node = start(open, env);
    await node.waitForOutput(/^Admin key +\S/m);
    assert.equal(await node.statusWith(await readFile(join(open, 'admin-key'), 'utf8')), 200);
    assert.equal((await stat(join(open, 'admin-key'))).mode & 0o777, 0o600);
    await node.stop();
  });

  test('an unknown database or user stops startup with one sentence', async () => {
    const { port } = new URL(postgres.url);
    for (const [url, says] of [
      [`postgres://postgres:wr0ng@127.0.0.1:${port}/postgres`, /password authentication failed/],
      [postgres.url.replace(/\/postgres$/, '/nowhere'), /database "nowhere" does not exist/],
    ] as const) {
      const { code, stderr } = await runServer(['start'], { cwd: folder, env: environment(url) });
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^SLIPWAY_DATABASE_URL is refused: /);
      assert.match(stderr, says);
      assert.ok(isOneSentence(stderr) && !stderr.includes('wr0ng'), stderr);
    }
  });

  test('of nodes that start at once, one creates it and leaves its file only', async () => {
    const env = environment(await postgres.createDatabase());
    const shared = join(folder, 'shared');
    await mkdir(shared);
    const nodes = [1, 2, 3].map(() => start(shared, env));
    await Promise.all(nodes.map((node) => node.waitForOutput(/Slipway \S+ is running at/)));
    const files = await keyFiles(shared);
    assert.equal(files.length, 1, files.join());
    const key = await readFile(join(shared, files[0] ?? ''), 'utf8');
    for (const node of nodes) assert.equal(await node.statusWith(key), 200);
    const writers = nodes.filter((node) => /^Admin key +\S/m.test(node.log()));
    assert.equal(writers.length, 1);
    await Promise.all(nodes.map((node) => node.stop()));
  });

  test('of several workers, one creates it in the default file', async () => {
    const cwd = join(folder, 'workers');
    await mkdir(cwd);
    const node = start(cwd, { PORT: '0', SLIPWAY_WORKERS: '2' });
    await node.waitForOutput(/^Admin key +.*data\/admin-key\n/m);
    assert.deepEqual(await keyFiles(join(cwd, 'data')), ['admin-key']);
    await node.stop();
  });

  test('the loser of a race removes its file, and an existing file is not overwritten', async () => {
    const cwd = join(folder, 'race');
    const store = await openSqlite({ file: join(cwd, 'slipway.db') });
    await writeFile(join(cwd, 'admin-key'), 'the key of another service\n');
    const make = () =>
      createAuthentication({ store, clock: systemClock, ids: randomIds, adminKey: undefined });
    const [loser, winner] = [createAdminKeyWriter(cwd, undefined), createAdminKeyWriter(cwd, undefined)];
    let won: string | undefined;
    const lost = await make().ensureAdminKey(async (key) => {
      const saved = await loser.save(key);
      assert.equal((await keyFiles(cwd)).length, 2, 'it is kept before it counts');
      won = await make().ensureAdminKey(winner.save);
      return saved;
    });
    await store.close();
    assert.equal(lost, undefined);
    assert.equal(await readFile(winner.file() ?? '', 'utf8'), `${won}\n`);
    assert.equal(await readFile(join(cwd, 'admin-key'), 'utf8'), 'the key of another service\n');
    assert.equal((await keyFiles(cwd)).length, 2);
  });

  test('a key that could not be saved never becomes valid', async () => {
    const store = await openSqlite({ file: join(folder, 'unkept.db') });
    const authentication = createAuthentication({
      store,
      clock: systemClock,
      ids: randomIds,
      adminKey: undefined,
    });
    await assert.rejects(
      authentication.ensureAdminKey(async () => {
        throw new Error('the disk is full');
      }),
      /disk is full/,
    );
    assert.equal(await store.findSetting('admin-key-hash'), undefined);
    await store.close();
  });

  test('on a terminal it is printed before it becomes valid, and nothing is written', async () => {
    const cwd = join(folder, 'terminal');
    await mkdir(cwd);
    await chmod(cwd, 0o500);
    const lines: string[] = [];
    const keeper = createAdminKeyWriter(cwd, (line) => lines.push(line));
    const saved = await keeper.save('slw_adm_x');
    assert.match(lines.join('\n'), /\(shown once\):\n\n {2}slw_adm_x/);
    await saved.discard();
    assert.match(lines.join('\n'), /Another node created the admin key first/);
    assert.deepEqual([await readdir(cwd), keeper.file()], [[], undefined]);
  });
});
