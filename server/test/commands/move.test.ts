import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type PostgresServer, startPostgres } from '../../../lab/postgres.ts';
import { type S3Server, startS3 } from '../../../lab/s3.ts';
import { adminKey, createTestApp, makeFolder, startService, type TestApp } from '../harness.ts';
import { assertWhole, publish, server } from './moved.ts';

describe('operator commands', { concurrency: false }, () => {
  let folder: string;
  let app: TestApp;
  let embedded: Record<string, string>;
  let postgres: PostgresServer;
  let s3: S3Server;

  before(async () => {
    folder = await makeFolder();
    [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
    const service = await startService({ folder });
    app = await publish(service);
    await service.stop();
    embedded = {
      SLIPWAY_ADMIN_KEY: adminKey,
      SLIPWAY_DATABASE_URL: `sqlite:${join(folder, 'slipway.db')}`,
      SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
    };
  });
  after(async () => {
    await Promise.all([postgres.stop(), s3.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  test('backup copies database and artifacts, and a restore of it serves the same bytes', async () => {
    const copy = join(folder, 'backup');
    const { code, text } = await server(embedded, 'backup', copy);
    assert.equal(code, 0, text);
    assert.match(text, /Backed up the database and 2 artifacts/);
    const restored = {
      SLIPWAY_DATABASE_URL: `sqlite:${join(copy, 'slipway.db')}`,
      SLIPWAY_STORAGE_URL: `file:${join(copy, 'blobs')}`,
    };
    const service = await startService({ folder, env: restored });
    await assertWhole(service, app);
    await service.stop();
  });

  test('backup refuses a folder that is not empty', async () => {
    const { code, text } = await server(embedded, 'backup', folder);
    assert.equal(code, 2);
    assert.match(text, /is not empty/);
  });

  test('move carries everything to PostgreSQL and S3, compares it, and may be run again', async () => {
    const target = await postgres.createDatabase();
    const storage = `s3://${s3.bucket}/moved?endpoint=${encodeURIComponent(s3.endpoint)}&region=${s3.region}&pathStyle=true`;
    const credentials = { AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey };
    const args = ['move', '--database', target, '--storage', storage];
    const first = await server({ ...embedded, ...credentials }, ...args);
    assert.equal(first.code, 0, first.text);
    assert.match(first.text, /Moved and verified 2 artifacts/);
    assert.ok(first.stdout.includes(`  SLIPWAY_STORAGE_URL='${storage}'\n`), 'it can be pasted into a shell');
    const isHidden = /SLIPWAY_DATABASE_URL='[^']*…/.test(first.stdout);
    assert.equal(first.stdout.includes('replace …'), isHidden, 'what is not hidden is not asked for');
    const again = await server({ ...embedded, ...credentials }, ...args);
    assert.equal(again.code, 0, again.text);
    assert.match(again.text, /already copied and identical/);
    assert.match(again.text, /Moved and verified 0 artifacts/);

    Object.assign(process.env, credentials);
    const service = await startService({
      folder,
      env: { SLIPWAY_DATABASE_URL: target, SLIPWAY_STORAGE_URL: storage },
    });
    await assertWhole(service, app);
    const next = await service.api(`/v1/apps/${app.slug}/releases`, {
      key: app.key,
      json: { version: '2.0.0' },
    });
    assert.equal(next.status, 201, 'numbers that the database gives go on');
    await service.stop();
  });

  test('move copies no database that a service runs on, and says what to do', async () => {
    const copy = join(folder, 'running');
    assert.equal((await server(embedded, 'backup', copy)).code, 0);
    const source = await postgres.createDatabase();
    for (const database of [`sqlite:${join(copy, 'slipway.db')}`, source]) {
      const env = { SLIPWAY_DATABASE_URL: database, SLIPWAY_STORAGE_URL: `file:${join(copy, 'blobs')}` };
      const service = await startService({ folder: copy, env });
      const args = ['move', '--database', await postgres.createDatabase()];
      const refused = await server({ ...embedded, ...env }, ...args);
      await service.stop();
      assert.equal(refused.code, 2, refused.text);
      assert.match(refused.stderr, / is in use, .*Stop the server .*\n$/);
      const moved = await server({ ...embedded, ...env }, ...args);
      assert.equal(moved.code, 0, moved.text);
      assert.match(
        moved.stdout,
        /^ {2}SLIPWAY_DATABASE_URL='postgres:.*'\n {2}\(replace … with the password/m,
      );
    }
  });

  test('artifacts move while the service runs, each served from where it lies', async () => {
    const credentials = { AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey };
    Object.assign(process.env, credentials);
    const storage = `s3://${s3.bucket}/live?endpoint=${encodeURIComponent(s3.endpoint)}&region=${s3.region}&pathStyle=true`;
    const env = {
      SLIPWAY_STORAGE_URL: storage,
      SLIPWAY_FORMER_STORAGE_URL: embedded.SLIPWAY_STORAGE_URL ?? '',
    };
    const service = await startService({ folder, env });
    await assertWhole(service, app);
    const { code, text } = await server({ ...embedded, ...credentials }, 'move', '--storage', storage);
    assert.equal(code, 0, text);
    await assertWhole(service, app);
    await service.stop();
    const alone = await startService({ folder, env: { SLIPWAY_STORAGE_URL: storage } });
    await assertWhole(alone, app);
    await alone.stop();
  });

  test('artifacts move with the environment that the service runs with', async () => {
    const storage = `s3://${s3.bucket}/own?endpoint=${encodeURIComponent(s3.endpoint)}&region=${s3.region}&pathStyle=true`;
    const copy = join(folder, 'own');
    assert.equal((await server(embedded, 'backup', copy)).code, 0);
    const credentials = { AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey };
    Object.assign(process.env, credentials);
    const env = { SLIPWAY_STORAGE_URL: storage, SLIPWAY_FORMER_STORAGE_URL: `file:${join(copy, 'blobs')}` };
    const service = await startService({ folder: copy, env });
    const own = { ...credentials, ...env, SLIPWAY_DATABASE_URL: `sqlite:${join(copy, 'slipway.db')}` };
    const { code, stdout, text } = await server(own, 'move', '--storage', storage);
    assert.equal(code, 0, text);
    assert.match(stdout, /Moved and verified 2 artifacts[\s\S]*restart the server without SLIPWAY_FORMER/);
    await assertWhole(service, app);
    await service.stop();
    const alone = await startService({ folder: copy, env: { SLIPWAY_STORAGE_URL: storage } });
    await assertWhole(alone, app);
    await alone.stop();

    const done = { ...own, SLIPWAY_FORMER_STORAGE_URL: '' };
    const nowhere = await server(done, 'move', '--storage', storage);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /Set SLIPWAY_FORMER_STORAGE_URL to the storage to move from/);
  });

  test('move refuses a database that has apps of its own', async () => {
    const target = await postgres.createDatabase();
    const other = await startService({ folder, env: { SLIPWAY_DATABASE_URL: target } });
    await createTestApp(other);
    await other.stop();
    const { code, text } = await server(embedded, 'move', '--database', target);
    assert.equal(code, 2, text);
    assert.match(text, /must be empty/);
  });
});
