import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Agent, createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readFreshMetrics } from '../../../lab/metric.ts';
import { nginxVersion, startShippedNginx } from '../../../lab/nginx.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import { requestPort } from '../../../lab/request.ts';
import { type Service, startService } from '../../../lab/service.ts';

/* The shipped nginx in front of a server; only ports and folder are changed. */

const domain = 'updates.example.com';
const slug = 'comet';
const connections = 32;

const skip = nginxVersion() === undefined && 'there is no nginx on this machine';

type Headers = Record<string, string>;
type Nginx = Awaited<ReturnType<typeof startShippedNginx>>;

/** An app whose channels have 1.1.0 for everyone; in `rolling` 2.0.0 is for testers and manual checks. */
const publishAll = async ({ client }: Service): Promise<string> => {
  await client.createApp({ slug, adapter: 'rest' });
  const publisher = createPublisher(client, slug);
  for (const channel of ['plain', 'rolling', 'picky']) {
    await client.createChannel(slug, { name: channel });
    await publisher.publish({ version: '1.1.0', channel });
  }
  await publisher.publish({ version: '2.0.0', channel: 'picky' }, [{ minimumSystem: '13.0' }]);
  const draft = await publisher.draft({ version: '2.0.0', channel: 'rolling' });
  await publisher.upload(await publisher.declare(draft));
  await client.planRollout(slug, draft.id, { steps: [{ percent: 50 }], cohorts: ['qa'] });
  await client.publishRelease(slug, draft.id);
  return draft.id;
};

/** A server that delays its private responses until `answerAll` is called. */
const startDelayed = async () => {
  const pending: ServerResponse[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((_, response) => {
    pending.push(response);
    arrivals.emit('arrival');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    pending: () => pending.length,
    /** Resolves when this many requests wait at once. */
    waitForPending: async (count: number): Promise<void> => {
      while (pending.length < count) await once(arrivals, 'arrival');
    },
    answerAll: (): void => {
      for (const response of pending.splice(0))
        response.writeHead(200, { 'cache-control': 'private, no-cache' }).end('{}');
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const countFastPath = async ({ port }: Service): Promise<number> => {
  const text = await readFreshMetrics(async () => (await requestPort(port, '/metrics')).text());
  return Number(/^slipway_fast_path_responses_total (\d+)$/m.exec(text)?.[1]);
};

describe('deploy/nginx.conf in front of a service', { skip }, () => {
  let service: Service;
  let nginx: Nginx;
  let rolling: string;

  before(async () => {
    service = await startService({
      env: {
        SLIPWAY_PUBLIC_URL: `http://{slug}.${domain}`,
        SLIPWAY_TRUSTED_PROXIES: '127.0.0.1',
      },
    });
    nginx = await startShippedNginx({ folder: join(service.folder, 'nginx'), service });
    rolling = await publishAll(service);
  });
  after(async () => {
    await nginx?.stop();
    await service?.stop();
  });

  const askOn = async (port: number, path: string, headers: Headers = {}) => {
    const reply = await requestPort(port, path, { host: `${slug}.${domain}`, headers });
    const version = reply.status === 200 ? String(reply.json<{ version: string }>().version) : undefined;
    return { version, cache: reply.headers['x-cache'], control: reply.headers['cache-control'] };
  };
  const check = (channel: string, query = '', headers: Headers = {}) =>
    askOn(nginx.port, `/releases/${channel}/linux/x86_64/1.0.0${query}`, headers);

  test('a plain channel is cached for all clients', async () => {
    assert.deepEqual([(await check('plain')).cache, (await check('plain')).cache], ['MISS', 'HIT']);
    const again = await check('plain', '', { 'slipway-client': 'a', 'slipway-check': 'manual' });
    assert.deepEqual([again.version, again.cache], ['1.1.0', 'HIT']);
  });

  test('a rolling channel is not cached: each client gets its own response, as without nginx', async () => {
    const versions = new Set<string | undefined>();
    for (let index = 0; index < 20; index++) {
      const headers = { 'slipway-client': `client-${index}` };
      const path = '/releases/rolling/linux/x86_64/1.0.0';
      const { version, cache, control } = await askOn(nginx.port, path, headers);
      assert.deepEqual([cache, control], ['MISS', 'private, no-cache']);
      assert.equal(version, (await askOn(service.port, path, headers)).version);
      versions.add(version);
    }
    assert.deepEqual([...versions].sort(), ['1.1.0', '2.0.0']);
  });

  test('all client hints reach the server, by header and by query', async () => {
    const inside = [];
    for (let index = 0; index < 20; index++) {
      const id = `client-${index}`;
      if ((await check('rolling', `?client=${id}`)).version === '2.0.0') inside.push(id);
    }
    const [member = ''] = inside;
    for (const [query, headers] of [
      [`?client=${member}`, {}],
      [`?stagingId=${member}`, {}],
      ['', { 'slipway-client': member }],
      ['', { 'x-user-staging-id': member }],
      ['?cohort=qa', {}],
      ['', { 'slipway-cohort': 'qa' }],
      ['?check=manual', {}],
      ['', { 'slipway-check': 'manual' }],
    ] as const)
      assert.equal(
        (await check('rolling', query, headers)).version,
        '2.0.0',
        JSON.stringify([query, headers]),
      );
    assert.equal((await check('rolling')).version, '1.1.0', 'the loopback tells nobody from others');
    for (const [query, headers] of [
      ['?system=12.7', {}],
      ['', { 'slipway-system': '12.7' }],
    ] as const)
      assert.equal((await check('picky', query, headers)).version, '1.1.0');
    assert.equal((await check('picky', '', { 'slipway-system': '13.1' })).version, '2.0.0');
  });

  test('32 connections do not wait for each other, as they would with a lock on the cache', {
    timeout: 120_000,
  }, async (t) => {
    const upstream = await startDelayed();
    const agent = new Agent({ keepAlive: true, maxSockets: 2 * connections });
    // Before nginx, which waits for all pending upstream responses.
    t.after(async () => {
      agent.destroy();
      await upstream.stop();
    });
    const before = { port: upstream.port, uploadPort: service.uploadPort };
    // Lock waiters never time out: otherwise all would reach the server in the end.
    const start = async (name: string, more = ''): Promise<Nginx> => {
      const started = await startShippedNginx({
        folder: join(service.folder, name),
        service: before,
        change: (sites) =>
          sites.replaceAll(
            /(proxy_cache +slipway;)/g,
            `$1 proxy_cache_lock_timeout 600s; proxy_cache_lock_age 600s; ${more}`,
          ),
      });
      t.after(started.stop);
      return started;
    };
    const free = await start('free');
    const locked = await start('locked', 'proxy_cache_lock on;');
    const askAs = (port: number, version: string): void => {
      const path = `/releases/rolling/linux/x86_64/${version}`;
      requestPort(port, path, { host: `${slug}.${domain}`, agent }).catch(() => {});
    };
    for (let index = 0; index < connections; index++) askAs(free.port, '1.0.0');
    await upstream.waitForPending(connections);
    upstream.answerAll();
    for (let index = 0; index < connections; index++) askAs(locked.port, '1.0.0');
    await upstream.waitForPending(1);
    // A different request sent last: requests that did not wait arrive before it.
    askAs(locked.port, '1.0.1');
    await upstream.waitForPending(2);
    assert.equal(upstream.pending(), 2, 'the others wait for the first');
  });

  test('the download page and the domain check pass through', async () => {
    const host = `${slug}.${domain}`;
    await createPublisher(service.client, slug).publish({ version: '1.0.0' });
    const page = await requestPort(nginx.port, '/', { host });
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.equal((await requestPort(nginx.port, '/healthz?nonce=0123456789abcdef', { host })).status, 200);
  });

  test('a download among ten requests keeps no check from the fast path', async (t) => {
    const host = `${slug}.${domain}`;
    const reply = await requestPort(service.port, '/releases/plain/linux/x86_64/1.0.0', { host });
    const { pathname } = new URL(reply.json<{ url: string }>().url);
    // Not cached by nginx, so that each reaches the server.
    const paths = Array.from({ length: 500 }, (_, index) =>
      index % 10 === 0 ? pathname : `/releases/rolling/linux/x86_64/1.0.0?client=${index}`,
    );
    const shareBehind = async (name: string, change = (sites: string) => sites): Promise<number> => {
      const proxy = await startShippedNginx({ folder: join(service.folder, name), service, change });
      const agent = new Agent({ keepAlive: true, maxSockets: connections });
      const before = await countFastPath(service);
      try {
        await Promise.all(paths.map((path) => requestPort(proxy.port, path, { host, agent })));
        return ((await countFastPath(service)) - before) / paths.length;
      } finally {
        agent.destroy();
        await proxy.stop();
      }
    };
    const shipped = await shareBehind('two-pools');
    const mixed = await shareBehind('one-pool', (sites) =>
      sites.replaceAll('//slipway_answers', '//slipway'),
    );
    t.diagnostic(`${shipped * 100} % at the door; over connections for both ${mixed * 100} %`);
    assert.equal(shipped, 0.9);
  });

  test('a pause is visible on the next check, a resume once the cached response is a minute old', async () => {
    const tester = { 'slipway-cohort': 'qa' };
    assert.equal((await check('rolling', '', tester)).version, '2.0.0');
    await service.client.pauseRollout(slug, rolling, { reason: 'It crashes.' });
    assert.equal((await check('rolling', '', tester)).version, '1.1.0');
    await service.client.resumeRollout(slug, rolling);
    // Without a rollout, a response is the same for everyone, and nginx caches it.
    const path = '/releases/rolling/linux/x86_64/1.0.0';
    assert.equal((await check('rolling', '', tester)).cache, 'HIT');
    assert.equal((await askOn(service.port, path, tester)).version, '2.0.0');
  });
});
