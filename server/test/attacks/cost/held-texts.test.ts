import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { feeds as registered } from '../../../src/adapters/registry.ts';
import { createDownloads } from '../../../src/domain/delivery/download.ts';
import { createCheckCounts } from '../../../src/domain/fleet/check-counts.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { makeSite, type Site } from '../../../src/domain/model/site.ts';
import type { ReleasedArtifact } from '../../../src/domain/ports/artifacts.ts';
import { randomIds, systemClock } from '../../../src/drivers/system.ts';
import { createCheckRecorder } from '../../../src/http/checks/check-counts.ts';
import { createFeeds } from '../../../src/http/feeds/feeds.ts';
import { createRateLimit } from '../../../src/http/limits/rate-limit.ts';
import { createPageCache } from '../../../src/http/pages/page-cache.ts';
import { prepareResponse } from '../../../src/http/response/response.ts';
import { artifactOf, releaseOf } from '../../adapters/feeds/stage.ts';
import { artifactNamed, releaseNamed } from '../../decision/worlds.ts';
import { createPlainCheck } from '../../domain/decision/plain-check.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { uncounted } from '../../node/off-heap.ts';

/* A substring of a request retains the whole request in memory, up to 16 KiB: no cached text may be one. */

const count = 1000;
const lineBytes = 15_000;
/** The limit per text: a fifth of its line. */
const mostBytes = 3000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapBytes = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** A substring of a long line. */
const wordIn = (word: string): string =>
  Buffer.from(`/${word}?${'x'.repeat(lineBytes)}`)
    .toString('latin1')
    .slice(1, 1 + word.length);

const targets = Array.from({ length: count }, (_, number) => `linux-made-by-${number}-x86_64`);
const world = [releaseNamed('2.0.0', 1, { artifacts: targets.map((target) => artifactNamed(target)) })];
const address = { host: 'hello.localhost', baseUrl: 'http://hello.localhost' };
const links = { feed: '/feeds', files: '/files', download: '/download' };
const app = { slug: 'hello', adapter: 'rest' } as App;

/** Memory retained per text. */
const measureRetained = async (ask: (target: string) => unknown): Promise<number> => {
  const before = heapBytes();
  for (const target of targets) await ask(target);
  return (heapBytes() - before) / count;
};

describe('a finished request is not retained', () => {
  test('by the targets of checks', async () => {
    const site = makeSite(address, app, world);
    const check = createPlainCheck();
    const bytesEach = await measureRetained((target) => {
      const prepared = check.prepareFor(site, { channel: 'stable', target: wordIn(target), arch: 'x86_64' });
      prepared.openCounters('1.0.0');
    });
    assert.ok(targets.every((target) => check.find(site, `/releases/stable/${target}/x86_64`) !== undefined));
    assert.ok(bytesEach < mostBytes, `${bytesEach} bytes each`);
  });

  test('by page cache keys', async () => {
    const site = makeSite(address, app, world);
    const cache = createPageCache();
    const answer = prepareResponse({ status: 200, contentType: 'text/plain', body: '{}' });
    const bytesEach = await measureRetained((target) =>
      cache.store(site, `history/stable/${wordIn(target)}/20`, { answer, route: 'x' }),
    );
    assert.ok(targets.every((target) => cache.find(site, `history/stable/${target}/20`) !== undefined));
    assert.ok(bytesEach < mostBytes, `${bytesEach} bytes each`);
  });

  test('by feed documents', async () => {
    const channel = 'nightly-builds-of-main';
    const file = artifactOf('windows-x86_64', '.exe', { facts: { sha512: `${'a'.repeat(86)}==` } });
    const release = releaseOf('2.0.0', [file], { channel, sequence: 1 });
    const feeds = createFeeds({
      ...{ feeds: registered, links, cache: createPageCache(), readClient: () => ({}), counted: uncounted },
      ...{ releaseQueries: { listPublished: async () => [release] }, queue: (_name, work) => work() },
    });
    const request = { headers: {}, socket: { remoteAddress: '192.0.2.7' } };
    const sites = targets.map((_, number) => makeSite({ ...address, host: `a${number}` }, app, [release]));
    const read = (number: number) => {
      const ask = feeds.parse({ id: 'electron', channel: wordIn(channel), rest: 'latest.yml', query: '' });
      assert.ok(ask?.kind === 'document');
      return feeds.read({ site: sites[number] as Site, request }, 'electron', ask);
    };
    await read(0);
    let number = 0;
    const bytesEach = await measureRetained(async () => assert.ok(await read(number++)));
    assert.ok(bytesEach < 2 * mostBytes, `${bytesEach} bytes each`);
  });

  test('by requests for missing documents that wait to be counted', async () => {
    const channel = 'nightly-builds-of-main';
    const site = makeSite(
      { ...address, channels: [channel], versions: new Map([['2.0.0', '2.0.0']]) },
      app,
      world,
    );
    const checkCounts = createCheckCounts({ store: createMemoryStore(), clock: systemClock, ids: randomIds });
    const feeds = createFeeds({
      ...{ feeds: registered, links, cache: createPageCache(), readClient: () => ({}) },
      ...{ releaseQueries: { listPublished: async () => [] }, queue: (_name, work) => work() },
      counted: createCheckRecorder({ checkCounts, isTrustedProxy: undefined, hashNetworkPrefix: () => 0 }),
    });
    const request = { headers: {}, socket: { remoteAddress: '192.0.2.7' } };
    const bytesEach = await measureRetained(async () => {
      const ask = feeds.parse({ id: 'electron', channel: wordIn(channel), rest: 'latest.yml', query: '' });
      assert.ok(ask?.kind === 'document');
      assert.equal(await feeds.read({ site, request }, 'electron', ask), undefined);
    });
    assert.ok(bytesEach < mostBytes, `${bytesEach} bytes each`);
    await checkCounts.flush();
  });

  test('by rate-limited addresses', async () => {
    const limit = createRateLimit({ perSecond: 1, burst: 2 }, () => 0);
    const bytesEach = await measureRetained((target) => limit.take(wordIn(`2001:db8::1:${target}`)));
    assert.equal(limit.size(), count);
    const again = [1, 2].map(() => limit.take(`2001:db8::1:${targets[0]}`));
    assert.deepEqual(again, [true, false]);
    assert.ok(bytesEach < mostBytes, `${bytesEach} bytes each`);
  });

  test('by cached downloads', async () => {
    const site = makeSite(address, app, world);
    let queryCount = 0;
    const findReleasedArtifact = async (id: string, target: string) => {
      queryCount += 1;
      // Separate copies, as a database returns them.
      const [own, ownTarget] = [Buffer.from(id).toString(), Buffer.from(target).toString()];
      const artifact = { target: ownTarget, state: 'active', stored: { seal: '' }, facts: {} };
      return { app, release: { id: own, version: '1.0.0' }, artifact } as unknown as ReleasedArtifact;
    };
    const store = { findReleasedArtifact, watch: () => () => {} } as never;
    const downloads = createDownloads({ store, blobs: {} as never });
    const ask = (target: string) => downloads.find(site, wordIn('rel_0123456789abcdefghij'), wordIn(target));
    const bytesEach = await measureRetained(ask);
    await ask(targets[0] ?? '');
    assert.equal(queryCount, count, 'they are remembered');
    assert.ok(bytesEach < mostBytes, `${bytesEach} bytes each`);
  });
});
