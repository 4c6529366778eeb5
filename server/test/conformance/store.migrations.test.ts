import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { migrateSqlite, openSqlite } from '../../src/drivers/sqlite.ts';
import { unique } from './store/fixtures.ts';

const namesIn = async (engine: string): Promise<string[]> =>
  (await readdir(new URL(`../../src/drivers/sql/migrations/${engine}/`, import.meta.url))).toSorted();

describe('migrations', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-migrations-'));
  });
  after(() => rm(folder, { recursive: true }));
  const newFile = () => join(folder, `${unique('db')}.db`);

  const pretendRun = (file: string, name: string) => {
    const db = new DatabaseSync(file);
    db.prepare('insert into migrations (name, timestamp) values (?, ?)').run(
      name,
      '2999-01-01T00:00:00.000Z',
    );
    db.close();
  };

  it('are numbered without gaps and the same for both engines', async () => {
    const names = await namesIn('sqlite');
    assert.deepEqual(names, await namesIn('postgres'));
    names.forEach((name, i) => {
      assert.match(name, new RegExp(`^${String(i + 1).padStart(4, '0')}-[a-z0-9-]+\\.sql$`));
    });
  });

  it('run once, in order', async () => {
    const file = newFile();
    const names = (await namesIn('sqlite')).map((name) => name.replace('.sql', ''));
    assert.deepEqual(await migrateSqlite({ file }), names);
    assert.deepEqual(await migrateSqlite({ file }), []);
  });

  it('rename the exposure cap in stored rollouts and audit rows', async () => {
    const file = newFile();
    await migrateSqlite({ file });
    const db = new DatabaseSync(file);
    db.exec(`
      pragma foreign_keys = off;
      delete from migrations where name = '0015-rename-exposure-cap';
      insert into audit (app, at, actor, action, subject, detail) values
        ('app', '2026-01-01T00:00:00.000Z', 'service', 'rollout.door', 'rel', '{"version":"1.0.0","isShut":true}'),
        ('app', '2026-01-01T00:00:00.000Z', 'service', 'rollout.halt', 'rel', '{"version":"1.0.0"}');
      insert into rollouts (release_id, app, channel, state, seed, permille, stepped_at, plan)
        values ('rel', 'app', 'stable', 'rolling', 1, 100, '2026-01-01T00:00:00.000Z', '{"steps":[],"doorShut":true}');
    `);
    assert.deepEqual(await migrateSqlite({ file }), ['0015-rename-exposure-cap']);
    const rows = db.prepare('select action, detail from audit order by id').all();
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { action: 'rollout.cap', detail: '{"version":"1.0.0","isReached":true}' },
        { action: 'rollout.halt', detail: '{"version":"1.0.0"}' },
      ],
    );
    assert.equal(db.prepare('select plan from rollouts').get()?.plan, '{"steps":[],"capReached":true}');
    db.close();
  });

  it('run once when started concurrently', async () => {
    const file = newFile();
    const ran = await Promise.all([1, 2, 3, 4].map(() => migrateSqlite({ file })));
    assert.equal(ran.flat().length, (await namesIn('sqlite')).length);
  });

  it('of a newer version that only add do not prevent a start, and are reported', async () => {
    const file = newFile();
    await migrateSqlite({ file });
    pretendRun(file, '9000-expand-something');
    const reported: string[][] = [];
    const store = await openSqlite({ file, onNewer: (names) => reported.push(names) });
    await store.ping();
    await store.close();
    assert.deepEqual(reported, [['9000-expand-something']]);
  });

  it('of a newer version that do more prevent a start', async () => {
    for (const name of ['9000-contract-something', '9000-something', '9000-something-expand-more']) {
      const file = newFile();
      await migrateSqlite({ file });
      pretendRun(file, '8000-expand-something');
      pretendRun(file, name);
      await assert.rejects(
        openSqlite({ file }),
        new RegExp(`newer version than this program, which does not know its migration ${name}: `),
      );
    }
  });
});
