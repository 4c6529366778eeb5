import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { createDownloads } from '../../../src/domain/delivery/download.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import type { ReleasedArtifact } from '../../../src/domain/ports/artifacts.ts';
import { createRateLimit } from '../../../src/http/limits/rate-limit.ts';
import { createQueryNormalizer } from '../../../src/http/pages/page-address.ts';
import { createPageCache } from '../../../src/http/pages/page-cache.ts';
import { prepareResponse } from '../../../src/http/response/response.ts';
import { createPlainCheck } from '../../domain/decision/plain-check.ts';
import { admin, createWorld } from '../../domain/world.ts';
import { createPublisher, createTestApp, type TestApp } from '../../harness.ts';
import { costOfChecks, leastCostOf, settled, useMetered } from './meter.ts';

/* Random names from anonymous clients: each cache stays within its limit and keeps legitimate entries. */

const many = 100_000;
const target = 'linux-x86_64';

const siteOf = (slug: string) => {
  const artifact = { target, state: 'active', sha256: 'a'.repeat(64), sizeBytes: 1, facts: {} };
  const release = {
    id: 'rel_1',
    app: slug,
    channel: 'stable',
    version: '1.1.0',
    notes: '',
    state: 'published',
    policy: {},
  };
  const whole = { ...release, pubDate: '2026-01-01T00:00:00.000Z', sequence: 1, artifacts: [artifact] };
  const address = { host: `${slug}.localhost`, baseUrl: `http://${slug}.localhost` };
  return makeSite(address, { slug, adapter: 'rest' } as App, [whole as unknown as ReleaseWithArtifacts]);
};

describe('a hundred thousand made-up', () => {
  test('hosts: unknown ones are evicted, those of apps stay', async () => {
    const world = createWorld();
    await world.appAdmin.createApp({ slug: 'hello' }, admin);
    const hello = await world.catalog.find('hello.localhost');
    for (let n = 0; n < many; n++) await world.catalog.find(`made-up-${n}.localhost`);
    let cachedCount = 0;
    for (let n = 0; n < many; n++)
      if (world.catalog.peek(`made-up-${n}.localhost`) === null) cachedCount += 1;
    assert.ok(cachedCount > 0 && cachedCount <= bounds.unknownHosts, `${cachedCount} are remembered`);
    assert.equal(world.catalog.peek('hello.localhost'), hello);
  });

  test('channels, targets and architectures of checks: none is cached', () => {
    const check = createPlainCheck();
    const site = siteOf('hello');
    check.prepareFor(site, { channel: 'stable', target: 'linux', arch: 'x86_64' });
    const honest = check.find(site, '/releases/stable/linux/x86_64');
    for (let n = 0; n < many; n++) {
      const [channel = '', system = '', arch = ''] = [
        [`c${n}`, 'linux', 'x86_64'],
        ['stable', `s${n}`, 'x86_64'],
        ['stable', 'linux', `a${n}`],
      ][n % 3] as string[];
      check.prepareFor(site, { channel, target: system, arch });
      assert.equal(check.find(site, `/releases/${channel}/${system}/${arch}`), undefined);
    }
    assert.equal(check.find(site, '/releases/stable/linux/x86_64'), honest);
  });

  test('queries of pages: all map to one', () => {
    const canonical = createQueryNormalizer();
    const site = siteOf('hello');
    const names = new Set<string>();
    for (let n = 0; n < many; n++)
      names.add(JSON.stringify(canonical(site, { channel: `c${n}`, target: `t${n}`, limit: 20 })));
    assert.equal(names.size, 1);
  });

  test('pages of one app do not evict those of another', () => {
    const cache = createPageCache();
    const [attacked, quiet] = [siteOf('attacked'), siteOf('quiet')];
    const page = {
      answer: prepareResponse({ status: 200, contentType: 'application/json', body: 'x'.repeat(200) }),
      route: 'x',
    };
    cache.store(quiet, 'latest', page);
    for (let n = 0; n < many; n++) cache.store(attacked, `history ${n}`, page);
    assert.ok(cache.stats().bytes <= bounds.pageBytesOfHost + 2000, `${cache.stats().bytes} bytes`);
    assert.equal(cache.find(quiet, 'latest'), page);
  });

  test('addresses and keys: a bounded number is counted, and new ones are counted correctly', () => {
    const limit = createRateLimit({ perSecond: 1, burst: 2 }, () => 0);
    for (let n = 0; n < many; n++) limit.take(`address ${n}`);
    assert.equal(limit.size(), bounds.rateLimitNames);
    assert.deepEqual(
      [1, 2, 3].map(() => limit.take('honest')),
      [true, true, false],
    );
  });

  test('downloads: missing ones are not cached, others up to a limit and without long texts', async () => {
    let queryCount = 0;
    const [notes, signature] = ['n'.repeat(60_000), 's'.repeat(30_000)];
    const site = siteOf('hello');
    const find = async (releaseId: string): Promise<ReleasedArtifact | undefined> => {
      queryCount += 1;
      const artifact = { target, state: 'active', stored: { seal: '' }, signature, facts: {} };
      const release = { id: releaseId, version: '1.0.0', notes };
      return releaseId.startsWith('none')
        ? undefined
        : ({ app: site.app, release, artifact } as unknown as ReleasedArtifact);
    };
    const store = { findReleasedArtifact: find, watch: () => () => {} } as never;
    const downloads = createDownloads({ store, blobs: {} as never });
    for (let n = 0; n < many; n++) await downloads.find(site, `none_${n % 2}`, target).catch(() => {});
    assert.equal(queryCount, many);
    const { release, artifact } = await downloads.find(site, 'rel_honest', target);
    assert.deepEqual([release.notes, artifact.signature], ['', undefined]);
    for (let n = 0; n < many; n++) await downloads.find(site, `rel_${n}`, target);
    queryCount = 0;
    for (let n = many - 1; n >= many - bounds.rememberedDownloads; n--)
      await downloads.find(site, `rel_${n}`, target);
    assert.equal(queryCount, 0, 'the last ones are remembered');
    await downloads.find(site, 'rel_0', target);
    assert.equal(queryCount, 1, 'the first ones are not');
  });
});

describe('made-up names of every kind', () => {
  const service = useMetered();
  let app: TestApp;
  before(async () => {
    app = await createTestApp(service());
    await createPublisher(service(), app).release({ version: '1.0.0' }, [
      { target, bytes: Buffer.from('x') },
    ]);
  });

  const requestOf = (number: number): string => {
    const name = `made-up-${number}`;
    const host = `${app.slug}.localhost:${service().port}`;
    const key = `slw_pub_key_${number}_${'x'.repeat(38)}`;
    const requests = [
      `GET /releases/stable/linux/x86_64/${number}.0.0 HTTP/1.1\r\nHost: ${name}.localhost`,
      `GET /releases/stable/linux/x86_64/0.${number}.0 HTTP/1.1\r\nHost: ${host}`,
      `GET /releases/${name}/linux/${name}/1.0.0 HTTP/1.1\r\nHost: ${host}`,
      `GET /releases/v1/apps/${app.slug}/latest?${name}=1&channel=${name}&target=${name} HTTP/1.1\r\nHost: ${host}`,
      `GET /releases/download/rel_${number}/${name} HTTP/1.1\r\nHost: ${host}`,
      `GET /releases/download/latest/${name} HTTP/1.1\r\nHost: ${host}`,
      `GET /v1/apps/${name} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}`,
      `GET /${name} HTTP/1.1\r\nHost: localhost`,
    ];
    return `${requests[number % requests.length]}\r\n\r\n`;
  };

  /** Sends all requests and reads as many responses. */
  const ask = (from: number, count: number): Promise<void> =>
    new Promise((resolve, reject) => {
      let answered = 0;
      const socket = connect({ host: '127.0.0.1', port: service().port });
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        answered += chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
        if (answered >= count) socket.destroy();
      });
      socket.on('close', () => resolve());
      for (let number = from; number < from + count; number++) socket.write(requestOf(number));
    });

  test('do not grow memory or slow down checks', async (t) => {
    const check = () => service().site(app.slug, '/releases/stable/linux/x86_64/0.1.0');
    await ask(0, 2000);
    const before = await service().heldBytes();
    const cost = () => leastCostOf(service(), 0, check);
    const usual = await cost();
    await ask(10_000, 10_000);
    await settled(service());
    const grown = (await service().heldBytes()) - before;
    const ms = await cost();
    t.diagnostic(`held ${(grown / 2 ** 20).toFixed(1)} MiB more; a check costs ${ms.toFixed(2)} ms`);
    assert.ok(grown < 16 * 2 ** 20, `${grown} bytes are held`);
    assert.ok((await costOfChecks(service(), 5, check)) < 50);
    assert.ok(ms < 3 * usual, `a check costs ${ms} ms, ${usual} ms before`);
  });
});
