import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { runServer } from '../../../lab/service.ts';
import { createTestApp, makeFolder, type Running, startService } from '../harness.ts';
import { type BackendServers, type NodeProcess, nodeEnv, spawnNode, startEngines } from './stage.ts';

/* A newer node used a feature that this version would break, so it raised the required node level. */

const tooOld = /^The data needs a server of level 2, and this one has level 1: start a newer version\.$/m;

const announce = async (node: Pick<Running, 'api'>, slug: string): Promise<void> => {
  const { status } = await node.api(`/v1/apps/${slug}`, { method: 'PATCH', json: { name: 'Renamed' } });
  assert.equal(status, 200);
};

const raised = `insert into settings (name, value) values ('node-level', '2')`;

describe('nodes on PostgreSQL, when the level rises above theirs', () => {
  let engines: BackendServers;
  let env: Record<string, string>;
  before(async () => {
    engines = await startEngines();
    env = nodeEnv(engines);
  });
  after(() => engines?.stop());

  test('a newer node keeps serving, older ones stop with one line and do not start again', async () => {
    const newer = await startService({ env, outside: { nodeLevel: 2 } });
    const older: NodeProcess[] = [await spawnNode(env), await spawnNode({ ...env, SLIPWAY_WORKERS: '2' })];
    try {
      for (const node of older) await node.ready();
      const { slug } = await createTestApp(newer);
      const client = new pg.Client(engines.database);
      await client.connect();
      await client.query(raised);
      await client.end();
      await announce(newer, slug);
      for (const node of older) {
        assert.equal(await node.exitCode, 3);
        assert.match(node.log(), tooOld);
      }
      assert.equal((await newer.api(`/v1/apps/${slug}`)).status, 200);
      const again = await runServer(['start'], { cwd: process.cwd(), env: { ...env, PORT: '0' } });
      assert.deepEqual([again.code, again.stdout], [1, '']);
      assert.match(again.stderr, tooOld);
    } finally {
      for (const node of older) await node.stop();
      await newer.stop();
    }
  });
});

describe('a node on SQLite, when the level rises above its own', () => {
  test('stops with one line at the next change, and does not start again', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'slipway.db');
    const env = {
      SLIPWAY_DATABASE_URL: `sqlite:${file}`,
      SLIPWAY_STORAGE_URL: `file:${join(folder, 'blobs')}`,
    };
    const node = await spawnNode(env);
    try {
      await node.ready();
      const { slug } = await createTestApp(node);
      const db = new DatabaseSync(file, { timeout: 30_000 });
      db.exec(raised);
      db.close();
      await announce(node, slug);
      assert.equal(await node.exitCode, 3);
      assert.match(node.log(), tooOld);
      const again = await runServer(['start'], { cwd: folder, env: { ...env, PORT: '0' } });
      assert.match(again.stderr, tooOld);
      assert.equal(again.code, 1);
    } finally {
      await node.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
