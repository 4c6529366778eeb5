import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Refusal } from '../../src/domain/model/errors.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { openSqliteConnection } from '../../src/drivers/sqlite/connection.ts';
import { openSqlite } from '../../src/drivers/sqlite.ts';
import { appNamed, seedApp, unique } from './store/fixtures.ts';

const isUnavailable = (detail: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === 'database-unavailable' && detail.test(error.message);

describe('a SQLite file', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-sqlite-'));
  });
  after(() => rm(folder, { recursive: true }));

  const withStore = async (
    options: { busyTimeoutMs?: number },
    run: (store: Store, file: string) => unknown,
  ) => {
    const file = join(folder, unique('db'), 'slipway.db');
    const store = await openSqlite({ file, ...options });
    try {
      await run(store, file);
    } finally {
      await store.close();
    }
  };

  it('is not ready while another process holds the write lock, although it can be read', () =>
    withStore({ busyTimeoutMs: 50 }, async (store, file) => {
      await store.ping();
      const other = new DatabaseSync(file);
      other.exec('begin immediate');
      await assert.rejects(store.ping(), isUnavailable(/./));
      other.exec('rollback');
      other.close();
      await store.ping();
    }));

  it('is created with its folder, and nobody else can read either', () =>
    withStore({}, async (store, file) => {
      await seedApp(store);
      for (const name of [file, `${file}-wal`]) assert.equal((await stat(name)).mode & 0o777, 0o600, name);
      assert.equal((await stat(join(file, '..'))).mode & 0o777, 0o700);
    }));

  it('that is no database is rejected in one sentence', async () => {
    const file = join(folder, 'text.db');
    await writeFile(file, 'This is no database. '.repeat(1000));
    await assert.rejects(openSqlite({ file }), isUnavailable(/^The file is not a database: .*text\.db\.$/));
  });

  it('that cannot be opened is rejected in one sentence', async () => {
    const taken = join(folder, 'folder.db');
    await mkdir(taken);
    await assert.rejects(openSqlite({ file: taken }), isUnavailable(/cannot be opened/));
    const below = join(folder, 'text.db', 'slipway.db');
    await assert.rejects(openSqlite({ file: below }), isUnavailable(/cannot be opened/));
  });

  it('that another process locks delays changes but no reads', () =>
    withStore({}, async (store, file) => {
      const other = new DatabaseSync(file);
      other.exec('begin immediate');
      const slug = unique('app');
      let isDone = false;
      const change = store
        .transaction((tx) => tx.insertApp(appNamed(slug)))
        .then(() => {
          isDone = true;
        });
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(await store.findApp(slug), undefined);
      assert.equal(isDone, false);
      other.exec('commit');
      other.close();
      await change;
      assert.ok(await store.findApp(slug));
    }));

  it('that another process locks for too long rejects the change and works later', () =>
    withStore({ busyTimeoutMs: 100 }, async (store, file) => {
      const other = new DatabaseSync(file);
      other.exec('begin immediate');
      const insert = () => store.transaction((tx) => tx.insertApp(appNamed('late')));
      await assert.rejects(insert(), isUnavailable(/kept the database locked/));
      other.exec('rollback');
      other.close();
      await insert();
    }));

  it('queues a thousand changes and rejects more', () =>
    withStore({}, async (store) => {
      const { slug } = await seedApp(store);
      const gate = Promise.withResolvers<void>();
      const first = store.transaction(() => gate.promise);
      const rename = (name: string) => store.transaction((tx) => tx.updateApp(slug, { name }));
      const waiting = Array.from({ length: 1000 }, (_, i) => rename(`name ${i}`));
      await assert.rejects(rename('one too many'), isUnavailable(/^Too many changes are waiting/));
      gate.resolve();
      await Promise.all([first, ...waiting]);
      assert.equal((await store.findApp(slug))?.name, 'name 999');
    }));

  it('on a full disk rejects what does not fit, keeps the rest and works when there is space', async () => {
    const file = join(folder, 'full.db');
    const connection = await openSqliteConnection({ file, role: 'writer', busyTimeoutMs: 100 });
    const insert = (text: string) => connection.run('insert into texts values (?)', [text]);
    await connection.run('create table texts (text text)');
    await insert('small');
    await connection.run('pragma max_page_count = 10');
    await connection.run('begin immediate');
    const isFull = (error: unknown) => error instanceof Refusal && error.code === 'storage-full';
    await assert.rejects(insert('large '.repeat(20_000)), isFull);
    await connection.run('rollback');
    assert.deepEqual((await connection.run('select text from texts')).rows, [{ text: 'small' }]);
    await connection.run('pragma max_page_count = 1000');
    await insert('large '.repeat(20_000));
    await connection.close();
  });

  it('cannot be written by the read connection', async () => {
    const file = join(folder, 'read.db');
    const connection = await openSqliteConnection({ file, role: 'reader', busyTimeoutMs: 100 });
    await assert.rejects(
      connection.run('create table texts (text text)'),
      isUnavailable(/cannot be written/),
    );
    await connection.close();
  });

  it('accepts more kinds of statements than it caches', () =>
    withStore({}, async (store) => {
      for (let length = 1; length <= 400; length++) {
        const ids = Array.from({ length }, (_, i) => `art_${i}`);
        assert.equal((await store.findArtifactStates(ids)).size, 0);
      }
    }));

  it('that is restored to an earlier time invalidates everything', { timeout: 60_000 }, () =>
    withStore({}, async (store, file) => {
      const { slug } = await seedApp(store);
      await store.transaction((tx) => tx.raiseGeneration(slug));
      await store.catchUp();
      const notified = new Promise((resolve) => store.watch(resolve));
      const other = new DatabaseSync(file);
      other.exec('update generation set value = 0; delete from changes');
      other.close();
      assert.equal(await notified, undefined);
    }),
  );

  it('measures every call', async () => {
    const calls: string[] = [];
    const file = join(folder, 'timed.db');
    const onTiming = (operation: string, seconds: number, failed: boolean) => {
      assert.ok(seconds > 0 && seconds < 10);
      calls.push(failed ? `${operation} failed` : operation);
    };
    const store = await openSqlite({ file, onTiming });
    store.watch(() => undefined);
    await store.findApp('a');
    await store.transaction(async () => undefined);
    await assert.rejects(store.transaction(() => Promise.reject(new Error('no'))));
    await store.close();
    assert.deepEqual(calls, ['findApp', 'transaction', 'transaction failed', 'close']);
  });
});
