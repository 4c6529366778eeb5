import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rest } from '../../../src/adapters/rest/adapter.ts';
import { createLatestLinks } from '../../../src/domain/delivery/latest-links.ts';
import { createCheckCounts } from '../../../src/domain/fleet/check-counts.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { FleetBatch, FleetRow } from '../../../src/domain/model/fleet.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createCheck } from '../../../src/http/checks/check.ts';
import { createCheckRecorder } from '../../../src/http/checks/check-counts.ts';
import { createClientReader } from '../../../src/http/client/client-hints.ts';
import { createFastPathResponder } from '../../../src/http/fast-path/fast-path.ts';
import { createSites } from '../../../src/http/hosts/sites.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import type { PlainRequest } from '../../../src/node/plain-request.ts';
import { admin, createWorld, type World } from '../../domain/world.ts';
import { createMemoryStore } from '../../memory/store.ts';

/* The same checks with and without the cache: same responses, same counts. */

const target = 'linux-x86_64';
const links = { download: '/releases/download/:releaseId/:target', check: '/releases/check', page: '/' };

/** The fast path; a catalog without slots disables the cache. */
const openFastPath = (world: World, isCached: boolean) => {
  const written: FleetRow[] = [];
  const store = createMemoryStore();
  const addFleet = async (batch: FleetBatch): Promise<void> => void written.push(...batch.rows);
  const checkCounts = createCheckCounts({
    store: { ...store, addFleet },
    clock: world.clock,
    ids: randomIds,
  });
  const isTrustedProxy = (address: string): boolean => address === '127.0.0.1';
  const metrics = createMetrics();
  const sites = createSites({ ...world, isTrustedProxy });
  const check = createCheck({
    ...{
      adapters: [rest],
      links,
      latestLinks: createLatestLinks(),
      readClient: createClientReader(isTrustedProxy),
    },
    ...{
      counted: createCheckRecorder({ checkCounts, isTrustedProxy, hashNetworkPrefix: () => 0 }),
      siteCount: () => 1,
    },
  });
  const nothing = { find: () => undefined } as never;
  const catalog = isCached ? world.catalog : { ...world.catalog, slotOf: () => undefined };
  const logged: string[] = [];
  const { respondRaw } = createFastPathResponder({
    ...{ sites, check, metrics, links: links as never, catalog, checkCounts, isTrustedProxy },
    ...{ pages: nothing, downloadPages: nothing, feeds: nothing, sendResponse: undefined as never },
    logger: { isLevelEnabled: () => true, debug: (line: string) => logged.push(line) } as never,
    requestLog: { forFastPath: ({ url }, status, app) => `${url} ${status} ${app}` as never },
  });
  const sums = (): Record<string, number[]> => {
    const all: Record<string, number[]> = {};
    for (const { app, target: of, version, checks, offers, withId, proxied } of written) {
      const name = `${app} ${of} ${version}`;
      all[name] = [checks, offers, withId, proxied].map((more, at) => (all[name]?.[at] ?? 0) + more);
    }
    return all;
  };
  const days = (): Record<string, number> => {
    const all: Record<string, number> = {};
    for (const { day, checks } of written) all[day] = (all[day] ?? 0) + checks;
    return all;
  };
  return {
    days,
    ask: (request: PlainRequest): string | undefined => {
      const ready = respondRaw(request);
      return ready?.serialized.bytes.toString('latin1').replace(/Date: .*?\r\n/, '');
    },
    checkCounts,
    sums,
    logged,
    metricLines: async (): Promise<string[]> =>
      (await metrics.render())
        .split('\n')
        .filter((line) => /^slipway_(requests|checks|fast_path)/.test(line)),
  };
};

const requestOf = (url: string, headers: PlainRequest['headers'] = {}, method = 'GET'): PlainRequest => ({
  ...{ method, url, headers: { host: 'hello.localhost:1', ...headers } },
  socket: { remoteAddress: '127.0.0.1' },
});
const path = (version: string): string => `/releases/stable/linux/x86_64/${version}`;

const open = async (maxWeightBytes = 1e9): Promise<World> => {
  const world = createWorld({ maxWeightBytes });
  for (const slug of ['hello', 'other']) {
    await world.appAdmin.createApp({ slug, adapter: 'rest' }, admin);
    await world.release(slug, { version: '1.0.0' }, [target]);
    await world.release(slug, { version: '1.1.0' }, [target]);
    await world.catalog.find(`${slug}.localhost`);
  }
  return world;
};

describe('cached check responses', () => {
  test('match uncached ones in bytes and counts, for every client and after every change', async () => {
    const world = await open();
    const [cached, plain] = [openFastPath(world, true), openFastPath(world, false)];
    const versions = ['1.0.0', '1.1.0', 'v1.0.0', '0.9', '7.7.7', 'x%2fy'];
    const fields: PlainRequest['headers'][] = [
      ...[
        {},
        {},
        {},
        {},
        {},
        { host: 'other.localhost' },
        { host: 'HELLO.localhost' },
        { host: 'nobody.localhost' },
      ],
      ...[{ 'if-none-match': '*' }, { 'slipway-client': 'a-client' }, { 'x-user-staging-id': 'staging' }],
      ...[
        { via: '1.1 cache' },
        { 'x-forwarded-host': 'other.localhost' },
        { 'x-forwarded-for': '192.0.2.1, 10.0.0.1' },
      ],
      { host: 'hello.localhost/releases' },
    ];
    let seed = 1;
    const pick = <T>(all: readonly T[]): T => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return all[(seed >>> 16) % all.length] as T;
    };
    const changes = [
      () => world.release('hello', { version: '1.2.0' }, [target]),
      () => world.release('other', { version: '2.0.0' }, [target]),
      () => world.release('hello', { version: '1.3.0' }, [target]),
      () => world.appAdmin.changeApp({ app: 'hello', actor: admin }, { checkCaching: 'private' }),
    ];
    let answered = 0;
    for (let count = 0; count < 6000; count++) {
      const query = pick(['', '', '', '?client=from-the-query', '?channel=x']);
      const request = requestOf(
        path(pick(versions)) + query,
        pick(fields),
        pick(['GET', 'GET', 'GET', 'HEAD', 'POST']),
      );
      const answer = cached.ask(request);
      assert.equal(
        answer,
        plain.ask(request),
        `${request.method} ${request.url} ${JSON.stringify(request.headers)}`,
      );
      if (answer !== undefined) answered += 1;
      if (count % 1000 === 700) await changes.shift()?.();
      if (count % 500 === 300)
        await Promise.all([cached, plain].map(({ checkCounts }) => checkCounts.flush(3)));
    }
    assert.ok(answered > 2000);
    await Promise.all([cached, plain].map(({ checkCounts }) => checkCounts.flush()));
    const [sums, others] = [cached.sums(), plain.sums()];
    // One in sixteen proxied checks is sampled, and the sample differs between runs.
    const exact = (all: Record<string, number[]>) =>
      Object.entries(all).map(([name, [...counts]]) => [name, counts.slice(0, 3)]);
    assert.deepEqual(new Map(exact(sums) as never), new Map(exact(others) as never));
    assert.deepEqual(await cached.metricLines(), await plain.metricLines());
    assert.ok(cached.logged.length > 100);
    assert.deepEqual(cached.logged, plain.logged);
  });

  test('are dropped when their site changes', async () => {
    const world = await open();
    const { ask } = openFastPath(world, true);
    const versionOf = (answer: string | undefined) => /"version":"([^"]+)"/.exec(answer ?? '')?.[1];
    for (let count = 0; count < 5; count++) assert.equal(versionOf(ask(requestOf(path('1.0.0')))), '1.1.0');
    const id = await world.release('hello', { version: '1.2.0' }, [target]);
    for (let count = 0; count < 5; count++) assert.equal(versionOf(ask(requestOf(path('1.0.0')))), '1.2.0');
    await world.withdrawals.withdraw({ app: 'hello', actor: admin }, id, 'bad');
    for (let count = 0; count < 5; count++) assert.equal(versionOf(ask(requestOf(path('1.0.0')))), '1.1.0');
  });

  test('are dropped when their site is evicted', async () => {
    const site = await (await open()).catalog.find('hello.localhost');
    assert.ok(site);
    // Memory for one of the two.
    const world = await open(1.5 * site.weightBytes);
    const { ask } = openFastPath(world, true);
    await world.catalog.find('hello.localhost');
    for (let count = 0; count < 5; count++) assert.ok(ask(requestOf(path('1.0.0'))));
    await world.catalog.find('other.localhost');
    assert.equal(ask(requestOf(path('1.0.0'))), undefined);
    await world.catalog.find('hello.localhost');
    assert.ok(ask(requestOf(path('1.0.0'))));
  });

  test('are counted in batches, and a full flush counts all of them', async () => {
    const world = await open();
    const { ask, checkCounts, sums } = openFastPath(world, true);
    for (let count = 0; count < 4; count++)
      for (let minor = 0; minor < 10; minor++) ask(requestOf(path(`0.${minor}.0`)));
    const total = () => Object.values(sums()).reduce((sum, [checks = 0]) => sum + checks, 0);
    // The first two of each missed the cache.
    await checkCounts.flush(4);
    assert.equal(total(), 20 + 4 * 2);
    await checkCounts.flush();
    assert.equal(total(), 40);
  });

  test('stay within the memory limit with made-up versions, and every check counts', async () => {
    const world = await open();
    const { ask, checkCounts, sums } = openFastPath(world, true);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    for (let minor = 0; minor < 60_000; minor++) {
      for (let count = 0; count < 3; count++) assert.ok(ask(requestOf(path(`0.${minor}.0`))));
      if (minor % 1000 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    await checkCounts.flush();
    const total = Object.values(sums()).reduce((sum, [checks = 0]) => sum + checks, 0);
    assert.equal(total, 180_000);
    assert.ok(most > bounds.responseTableBytes / 2 && most < 3 * bounds.responseTableBytes, `${most} bytes`);
  });

  test('count for the day of their aggregation, even if they are flushed later', async () => {
    const world = await open();
    const { ask, checkCounts, days } = openFastPath(world, true);
    for (let count = 0; count < 10; count++) ask(requestOf(path('1.0.0')));
    await checkCounts.aggregate();
    world.clock.advance(24 * 3600);
    for (let count = 0; count < 5; count++) ask(requestOf(path('1.0.0')));
    await checkCounts.flush();
    assert.deepEqual(days(), { '2026-01-15': 10, '2026-01-16': 5 });
  });
});
