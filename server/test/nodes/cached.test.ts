import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { nginxVersion, startShippedNginx } from '../../../lab/nginx.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import { requestPort } from '../../../lab/request.ts';
import { type Service, startService } from '../../../lab/service.ts';
import { retryUntilSuccess } from '../../../lab/wait-until.ts';
import { read, runBlock } from '../docs/run-block.ts';

/* `delivery: cached` behind the shipped nginx with the blocks of docs/SCALING.md; only names are changed. */

const document = 'docs/SCALING.md';
const domain = 'updates.example.com';
const target = 'linux-x86_64';
const size = 3_000_000;
const bytes = randomBytes(size);

const skip = nginxVersion() === undefined && 'there is no nginx on this machine';

/** The shipped sites plus the documented one. */
const withCached = async (folder: string): Promise<(sites: string) => string> => {
  const block =
    /```nginx\n([\s\S]+?)```/.exec(await read(document))?.[1] ?? assert.fail('SCALING has no block of nginx');
  return (sites) => {
    const listen = /listen +127\.0\.0\.1:\d+;/.exec(sites)?.[0] ?? '';
    return `${sites}\n${block
      .replace('/var/cache/nginx-slipway-files', join(folder, 'files'))
      .replace('listen      80;', listen)
      .replace('listen      [::]:80;', '')}`;
  };
};

describe('cached downloads behind nginx', { skip }, () => {
  let service: Service;
  let folder: string;
  let nginx: Awaited<ReturnType<typeof startShippedNginx>>;

  before(async () => {
    service = await startService({
      env: { SLIPWAY_PUBLIC_URL: `http://{slug}.${domain}`, SLIPWAY_TRUSTED_PROXIES: '127.0.0.1' },
    });
    folder = join(service.folder, 'nginx');
    nginx = await startShippedNginx({ folder, service, change: await withCached(folder) });
  });
  after(async () => {
    await nginx?.stop();
    await service?.stop();
  });

  const through = (slug: string, path: string, headers: Record<string, string> = {}) =>
    requestPort(nginx.port, path, { host: `${slug}.${domain}`, headers });
  const directly = (slug: string, path: string) =>
    requestPort(service.port, path, { host: `${slug}.${domain}` });
  const usageOf = async (slug: string) => (await service.client.getUsage(slug)).usage;
  const publish = async (slug: string, version: string): Promise<string> => {
    const { release } = await createPublisher(service.client, slug).publish({ version }, [{ bytes }]);
    return `/releases/download/${release.id}/${target}`;
  };

  test('the server sends a file once: whole, one range and several, at either URL', async () => {
    await service.client.createApp({ slug: 'acme', adapter: 'rest' });
    await service.client.changeApp('acme', { delivery: 'cached' });
    const path = await publish('acme', '1.0.0');
    // The first client requests a range: nginx fetches and caches the whole file.
    const first = await through('acme', path, { range: 'bytes=2000000-2000009' });
    assert.deepEqual([first.status, first.headers['x-cache']], [206, 'MISS']);
    assert.deepEqual(first.body, bytes.subarray(2_000_000, 2_000_010));
    await retryUntilSuccess(async () => assert.equal((await usageOf('acme')).totals.bytes, size));
    for (const query of ['', '?again=1']) {
      const whole = await through('acme', path + query);
      assert.deepEqual([whole.status, whole.headers['x-cache']], [200, 'HIT']);
      assert.ok(whole.body.equals(bytes));
    }
    const resumed = await through('acme', path, { range: `bytes=${size - 100}-` });
    assert.deepEqual([resumed.status, resumed.body], [206, bytes.subarray(size - 100)]);
    const several = await through('acme', path, { range: 'bytes=0-9,100-109' });
    assert.match(several.headers['content-type'] ?? '', /^multipart\/byteranges/);
    const notModified = await through('acme', path, { 'if-none-match': first.headers.etag ?? '' });
    assert.equal(notModified.status, 304);
    const file = `/feeds/files/stable/1.0.0/${target}/acme-1.0.0-${target}.AppImage`;
    const named = [await through('acme', file), await through('acme', file)];
    assert.deepEqual(
      named.map(({ headers }) => headers['x-cache']),
      ['MISS', 'HIT'],
    );
    await retryUntilSuccess(async () => {
      const { totals, partial } = await usageOf('acme');
      assert.deepEqual([totals, partial], [{ bytes: 2 * size, downloads: 2 }, true]);
    });
  });

  test('concurrent requests for a new file fetch it once', async () => {
    const path = await publish('acme', '1.1.0');
    const before = (await usageOf('acme')).totals.bytes;
    const answers = await Promise.all(Array.from({ length: 8 }, () => through('acme', path)));
    for (const { body } of answers) assert.ok(body.equals(bytes));
    await retryUntilSuccess(async () => assert.equal((await usageOf('acme')).totals.bytes - before, size));
  });

  test('prune and a used-up allowance apply at the server: cached files stay, errors are not cached', async () => {
    const cachedPath = await publish('acme', '1.2.0');
    const fresh = await publish('acme', '1.3.0');
    assert.equal((await through('acme', cachedPath)).status, 200);
    await service.client.changeApp('acme', { allowanceBytes: 0 });
    assert.deepEqual(
      [(await directly('acme', cachedPath)).status, (await through('acme', cachedPath)).status],
      [402, 200],
    );
    for (let round = 0; round < 2; round++) assert.equal((await through('acme', fresh)).status, 402);
    await service.client.changeApp('acme', { allowanceBytes: null });
    assert.equal((await through('acme', fresh)).status, 200, 'the refusal was not kept');
    const [, id = ''] = /download\/([^/]+)/.exec(cachedPath) ?? [];
    await service.client.pruneArtifact('acme', id, target);
    assert.deepEqual(
      [(await directly('acme', cachedPath)).status, (await through('acme', cachedPath)).status],
      [410, 200],
    );
  });

  test('a purged file is fetched again', async () => {
    const path = await publish('acme', '1.4.0');
    const caches = async () => (await through('acme', path)).headers['x-cache'];
    assert.deepEqual([await caches(), await caches()], ['MISS', 'HIT']);
    await runBlock([document, 'purge'], {
      CACHE: join(folder, 'files'),
      HOST_AND_PATH: `acme.${domain}${path}`,
    });
    assert.deepEqual([await caches(), await caches()], ['MISS', 'HIT']);
  });

  test('a metered app is counted on each download, through the same nginx', async () => {
    await service.client.createApp({ slug: 'plain', adapter: 'rest' });
    const path = await publish('plain', '1.0.0');
    for (let round = 0; round < 2; round++) assert.ok((await through('plain', path)).body.equals(bytes));
    await retryUntilSuccess(async () => {
      const { totals, partial } = await usageOf('plain');
      assert.deepEqual([totals, partial], [{ bytes: 2 * size, downloads: 2 }, undefined]);
    });
  });
});
