import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFreshMetrics } from '../../../lab/metric.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import { bounds } from '../../src/domain/model/bounds.ts';
import { version } from '../../src/version.ts';
import { createPublisher, createTestApp, createTestKey, sha256Of, uniqueSlug } from '../harness.ts';
import { type Line, openLine } from './line.ts';
import {
  type BackendServers,
  checkPath,
  downloadPath,
  type HttpReply,
  keepAsking,
  latestPath,
  ms,
  type Node,
  nodeEnv,
  percentile,
  spawnNode,
  startEngines,
  startNode,
  target,
} from './stage.ts';

const cutSeconds = 60;
const backWithinSeconds = 5;
/** More than may wait for a connection. */
const requests = 700;

const assertAway = ({ status, headers, json }: HttpReply): void => {
  assert.equal(status, 503);
  assert.match(headers['retry-after'] ?? '', /^\d+$/);
  assert.equal(json<{ code: string }>().code, 'database-unavailable');
};

const readiness = async (node: Node) => {
  const { status, json } = await node.api('/readyz');
  assert.equal(status, 200);
  return json<{ status: string; database: string; storage: string }>();
};

/** A clock that runs normally; `pass` advances it. */
const moveClock = (t: TestContext) => {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  t.mock.method(performance, 'now', () => now() + aheadMs);
  return (seconds: number): void => {
    aheadMs += seconds * 1000;
  };
};

/** An app with two releases; the node has shown the app and served the first release. */
const stageApp = async (node: Node) => {
  const app = await createTestApp(node);
  const publisher = createPublisher(node, app);
  const bytes = randomBytes(300_000);
  const older = await publisher.release({ version: '1.0.0' }, [{ target, bytes }]);
  assert.equal((await node.site(app.slug, downloadPath(older))).status, 200);
  const newer = await publisher.release({ version: '2.0.0' }, [{ target, bytes }]);
  const check = (await node.site(app.slug, checkPath)).text();
  return { ...app, bytes, older, newer, check };
};

/** The other fields of readiness. */
const usual = { version, disk: 'ok' };

describe('a node whose database', () => {
  let engines: BackendServers;
  before(async () => {
    engines = await startEngines();
  });
  after(() => engines?.stop());

  /** A node behind its own proxy; both are stopped after the test. */
  const stageNode = async <N extends Node>(
    t: TestContext,
    start: (env: Record<string, string>) => Promise<N>,
  ) => {
    const line = await openLine(engines.database);
    const node = await start(nodeEnv({ ...engines, database: line.url }));
    t.after(async () => {
      line.restore();
      await node.stop();
      await line.close();
    });
    return { line, node };
  };

  it(`is cut off for ${cutSeconds} s serves cached apps and loses no counts`, async (t) => {
    const { line, node } = await stageNode(t, startNode);
    const { slug, bytes, older, newer, check } = await stageApp(node);
    let deliveredBytes = bytes.length;
    const hash = sha256Of(bytes);
    const download = (id: string) => async () => {
      const reply = await node.site(slug, downloadPath(id));
      deliveredBytes += reply.body.length;
      assert.equal(sha256Of(reply.body), hash);
      return reply;
    };
    const same = (path: string, expected: string) => async () => {
      const reply = await node.site(slug, path);
      assert.equal(reply.text(), expected);
      return reply;
    };

    const latest = (await node.site(slug, latestPath(slug))).text();
    const report = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: '1.0.0', target: 'linux-x86_64', outcome: 'installed' }),
    };
    line.cut();
    const loads = {
      checks: keepAsking(4, same(checkPath, check)),
      latest: keepAsking(1, same(latestPath(slug), latest)),
      'downloads of what was delivered before': keepAsking(1, download(older)),
      'downloads of what is offered': keepAsking(1, download(newer)),
    };
    t.after(() => Promise.all(Object.values(loads).map((load) => load.stop())));
    const restarted = await spawnNode(nodeEnv({ ...engines, database: line.url }));
    t.after(restarted.stop);
    const end = performance.now() + cutSeconds * 1000;
    for (let round = 0; performance.now() < end; round++) {
      assertAway(await node.api('/v1/apps'));
      assertAway(await node.api(`/v1/apps/${slug}/releases`, { json: { version: `3.0.${round}` } }));
      assertAway(await node.site(uniqueSlug('unseen'), checkPath));
      // A network may report 30 times a minute.
      if (round < 20) assert.equal((await node.site(slug, '/releases/report', report)).status, 204);
      assert.deepEqual(await readiness(node), {
        ...usual,
        status: 'degraded',
        database: 'away',
        storage: 'ok',
      });
      await sleep(500);
    }
    assertAway(await restarted.site(slug, checkPath, { agent: false }));
    assertAway(await restarted.api('/readyz', { agent: false }));
    assert.equal((await restarted.api('/healthz', { agent: false })).status, 200);
    assert.match(restarted.log(), /the database is unavailable; waiting for it/);

    for (const [name, load] of Object.entries(loads)) {
      const { statuses, milliseconds } = await load.stop();
      assert.deepEqual(Object.keys(statuses), ['200'], `${name}: ${JSON.stringify(statuses)}`);
      t.diagnostic(`${milliseconds.length} ${name}, all answered, p99 ${ms(percentile(milliseconds, 99))}`);
    }
    const waits = () => [...restarted.log().matchAll(/"retryMs":(\d+)/g)].map(([, wait]) => Number(wait));
    const waitedBefore = waits().length - 1;
    line.restore();
    await restarted.ready();
    // The rest of the time, without these waits, is spent on starting.
    const waitedMs = waits()
      .slice(waitedBefore)
      .reduce((sum, wait) => sum + wait, 0);
    assert.ok(waitedMs > 0 && waitedMs < backWithinSeconds * 1000, `waited ${ms(waitedMs)}`);
    const usedBytes = async () =>
      (await restarted.api(`/v1/apps/${slug}/usage`)).json<{ usage: { totals: { bytes: number } } }>().usage
        .totals.bytes;
    await waitUntil('drained', async () => (await usedBytes()) === deliveredBytes);
    await sleep(1500);
    assert.equal(await usedBytes(), deliveredBytes, 'and once');
    assert.equal((await restarted.site(slug, checkPath)).text(), check);
    assert.deepEqual(await readiness(node), { ...usual, status: 'ready', database: 'ok', storage: 'ok' });
    t.diagnostic(`${deliveredBytes} bytes metered to the byte`);
    const { releases } = (await node.api(`/v1/apps/${slug}/releases`)).json<{ releases: unknown[] }>();
    assert.equal(releases.length, 2, 'what was refused has not happened');
  });

  it(`comes back is ready within ${backWithinSeconds} s of the readiness clock`, async (t) => {
    const { line, node } = await stageNode(t, startNode);
    const pass = moveClock(t);
    const database = async () => (await readiness(node)).database;
    assert.equal(await database(), 'ok');
    line.cut();
    pass(bounds.readinessSeconds);
    assert.equal(await database(), 'away');
    line.restore();
    let seconds = 0;
    while ((await database()) !== 'ok') {
      seconds += bounds.readinessSeconds;
      assert.ok(seconds <= backWithinSeconds, 'it is not looked at again, or not found');
      pass(bounds.readinessSeconds);
    }
    t.diagnostic(`ready after ${seconds} s of its clock`);
  });

  describe('answers poorly', { concurrency: true }, () => {
    for (const [trouble, bend] of [
      ['is slow', (line: Line) => line.slow(500)],
      ['falls silent', (line: Line) => line.silence()],
    ] as const) {
      it(`${trouble} queues nothing: requests are rejected, and checks continue`, async (t) => {
        const { line, node } = await stageNode(t, spawnNode);
        await node.ready();
        const { slug, check } = await stageApp(node);
        const keys = await Promise.all([1, 2, 3].map(() => createTestKey(node, slug, ['read'])));
        const memory = async () => {
          const text = await readFreshMetrics(async () => (await node.api('/metrics')).text());
          return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024 ** 2;
        };
        const read = async (index: number) => {
          const start = performance.now();
          const agent = false;
          const { status } = await node.api(`/v1/apps/${slug}`, { key: keys[index % 3] ?? '', agent });
          return { status, took: performance.now() - start };
        };
        await Promise.all(Array.from({ length: 100 }, (_, index) => read(index)));
        const idle = keepAsking(2, () => node.site(slug, checkPath));
        await sleep(1000);
        const idleP99 = percentile((await idle.stop()).milliseconds, 99);
        const before = await memory();

        bend(line);
        const checks = keepAsking(2, () => node.site(slug, checkPath));
        t.after(checks.stop);
        const started = performance.now();
        const replies = await Promise.all(
          Array.from({ length: requests }, async (_, index) => {
            await sleep(index);
            return read(index);
          }),
        );
        // All of this is answered while the connection is down.
        await readiness(node);
        const after = await memory();
        const { statuses, milliseconds } = await checks.stop();
        assert.deepEqual(Object.keys(statuses), ['200'], JSON.stringify(statuses));
        assert.equal((await node.site(slug, checkPath)).text(), check);
        const longest = Math.max(...replies.map(({ took }) => took));
        const refused = replies.filter(({ status }) => status === 503).length;
        for (const { status } of replies) assert.ok([200, 429, 503].includes(status), String(status));
        t.diagnostic(
          `${requests} requests in ${ms(performance.now() - started)}: ${refused} refused, longest ${ms(longest)}`,
        );
        t.diagnostic(`checks p99 ${ms(percentile(milliseconds, 99))}, idle ${ms(idleP99)}`);
        t.diagnostic(`memory ${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB after`);
        assert.ok(refused > requests / 2);
        assert.ok(after - before < 64, 'memory stays flat');

        line.restore();
        await waitUntil('back', async () => (await node.api(`/v1/apps/${slug}`)).status === 200);
      });
    }
  });
});
