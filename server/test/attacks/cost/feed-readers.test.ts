import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { feeds as registered } from '../../../src/adapters/registry.ts';
import { createCheckCounts } from '../../../src/domain/fleet/check-counts.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { randomIds, systemClock } from '../../../src/drivers/system.ts';
import { createCheckRecorder } from '../../../src/http/checks/check-counts.ts';
import { createClientReader } from '../../../src/http/client/client-hints.ts';
import { createMemoryResponses } from '../../../src/http/fast-path/memory-responses.ts';
import { createFeeds } from '../../../src/http/feeds/feeds.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { createPageCache } from '../../../src/http/pages/page-cache.ts';
import { artifactOf, releaseOf } from '../../adapters/feeds/stage.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { uncounted } from '../../node/off-heap.ts';
import { compareCosts } from './handler.ts';

/*
 * The cost of counting a cached document: the handler alone, with and without counting, in alternating rounds. The goal
 * is at most 1 µs of CPU time; the test fails at twice that.
 */

const readings = 10_000;
const links = {
  feed: '/feeds/:feed/:channel/*',
  files: '/feeds/files/:channel/:version/:target/:fileName',
  download: '/releases/download/:releaseId/:target',
};

const releases = ['1.1.0', '1.0.0'].map((version, index) =>
  releaseOf(
    version,
    [
      artifactOf('windows-x86_64', '.exe', { facts: { sha512: `${'a'.repeat(86)}==` } }),
      artifactOf('windows-nupkg-x86_64', '.nupkg', {
        facts: { fileName: `Acme-${version}-full.nupkg`, sha1: 'a'.repeat(40) },
      }),
    ],
    { sequence: 2 - index },
  ),
);
const site = makeSite(
  {
    ...{ host: 'acme.localhost', baseUrl: 'http://acme.localhost', channels: ['stable'] },
    versions: new Map(['1.0.0', '1.1.0'].map((version) => [version, version])),
  },
  { slug: 'acme', publicSlug: 'acme', checkCaching: 'public' } as App,
  releases,
);

const requestOf = (rest: string, more: object = {}): IncomingMessage =>
  ({
    ...{ method: 'GET', url: `/feeds/${rest}`, socket: { remoteAddress: '192.0.2.7' } },
    headers: { host: 'acme.localhost', 'user-agent': 'electron-builder', accept: '*/*', ...more },
  }) as unknown as IncomingMessage;

/** Serves cached documents; the first request of each renders it. */
const openHandler = async (counted: Parameters<typeof createFeeds>[0]['counted'], first: IncomingMessage) => {
  const feeds = createFeeds({
    ...{
      feeds: registered,
      links,
      cache: createPageCache(),
      readClient: createClientReader(undefined),
      counted,
    },
    ...{ releaseQueries: { listPublished: async () => releases }, queue: (_name, work) => work() },
  });
  const [path = '', query = ''] = (first.url ?? '').split('?');
  const [, , id = '', channel = '', ...rest] = path.split('/');
  const ask = feeds.parse({ id, channel, rest: rest.join('/'), query });
  assert.ok(ask?.kind === 'document');
  await feeds.read({ site, request: first }, id, ask);
  const handle = createMemoryResponses({
    ...{ check: {} as never, links: links as never, pages: {} as never, feeds },
    downloadPages: {} as never,
    ...{ sites: { peek: () => site } as never },
    metrics: createMetrics(),
  });
  assert.ok(handle(first), 'it is in memory');
  return handle;
};

const compare = async (requests: readonly [IncomingMessage, ...IncomingMessage[]]) => {
  const checkCounts = createCheckCounts({ store: createMemoryStore(), clock: systemClock, ids: randomIds });
  const counted = await openHandler(
    createCheckRecorder({ checkCounts, isTrustedProxy: undefined, hashNetworkPrefix: () => 0 }),
    requests[0],
  );
  const plain = await openHandler(uncounted, requests[0]);
  return compareCosts({ plain, other: counted }, requests, { checks: readings, between: checkCounts.flush });
};

const uuid = '0b9d1f0e-6b43-4c9b-8a55-0f3a5bb1f001';
const velopack = (version: string) =>
  requestOf(`velopack/stable/releases.win-x64.json?localVersion=${version}&id=Acme&stagingId=${uuid}`);

describe('counting readers of a document', () => {
  const cases: Record<string, [most: number, requests: [IncomingMessage, ...IncomingMessage[]]]> = {
    'that electron-updater asks for': [
      2,
      [requestOf('electron/stable/latest.yml?noCache=1j2k3l', { 'x-user-staging-id': uuid })],
    ],
    'at an address with the version': [2, [requestOf('electron/stable/from/1.0.0/latest.yml')]],
    'that Sparkle asks for': [
      2,
      [requestOf('sparkle/stable/windows/appcast.xml', { 'user-agent': 'App/1.0.0 WinSparkle/0.8.1' })],
    ],
    'that Squirrel.Windows asks for': [
      2,
      [requestOf('squirrel/stable/win32-x64/RELEASES?id=Acme&localVersion=1.0.0&arch=amd64')],
    ],
    'that Velopack asks for': [2, [velopack('1.0.0'), velopack('1.1.0')]],
    'for ten thousand made-up versions': [
      8,
      [velopack('1.0.0'), ...Array.from({ length: 9_999 }, (_, n) => velopack(`0.0.${n}`))],
    ],
  };
  for (const [what, [most, requests]] of Object.entries(cases))
    test(`${what} adds little`, async (t) => {
      const { added, other, plain } = await compare(requests);
      t.diagnostic(`${added.toFixed(3)} µs: ${other.toFixed(3)} instead of ${plain.toFixed(3)}`);
      assert.ok(added < most, `${added} µs`);
    });

  test('ten thousand made-up versions leave a few rows', async () => {
    const store = createMemoryStore();
    const checkCounts = createCheckCounts({ store, clock: systemClock, ids: randomIds });
    const handle = await openHandler(
      createCheckRecorder({ checkCounts, isTrustedProxy: undefined, hashNetworkPrefix: () => 0 }),
      requestOf('sparkle/stable/windows/appcast.xml'),
    );
    for (let n = 0; n < 10_000; n++)
      for (const version of [`0.0.${n}`, `${'x'.repeat(100)}${n}`])
        handle(requestOf('sparkle/stable/windows/appcast.xml', { 'user-agent': `App/${version} Sparkle/2` }));
    await checkCounts.flush();
    const rows = await store.listFleet('acme', { from: '2000-01-01', to: '2100-01-01' });
    // One row without a version, one per version up to the limit, and one for the rest.
    assert.equal(rows.length, 1 + bounds.unpublishedVersionsOfDay + 1);
    assert.equal(
      rows.reduce((sum, row) => sum + row.checks, 0),
      20_002,
    );
  });
});
