import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { parseByteRanges } from '../../../lab/byteranges.ts';
import { createPublisher, createTestApp, sha256Of } from '../harness.ts';
import type { Fault } from '../s3-proxy.ts';
import { type S3Proxy, startS3Proxy } from '../s3-proxy.ts';
import {
  type BackendServers,
  checkPath,
  downloadPath,
  type HttpReply,
  isLong,
  keepAsking,
  ms,
  type Node,
  nodeEnv,
  percentile,
  startEngines,
  startNode,
  storageUrl,
  target,
} from './stage.ts';

const bytes = randomBytes(1_500_000);

const assertAway = ({ status, headers, json, text }: HttpReply): void => {
  assert.equal(status, 503, text());
  assert.match(headers['retry-after'] ?? '', /^\d+$/);
  assert.equal(json<{ code: string }>().code, 'storage-unavailable');
};

describe('a node whose storage', () => {
  let engines: BackendServers;
  let proxy: S3Proxy;
  let node: Node;
  let slug = '';
  let released = '';
  let publisher: ReturnType<typeof createPublisher>;
  before(async () => {
    engines = await startEngines();
    proxy = await startS3Proxy(engines.s3.endpoint);
    node = await startNode({
      ...nodeEnv(engines),
      SLIPWAY_STORAGE_URL: storageUrl(engines.s3, proxy.endpoint),
    });
    const app = await createTestApp(node);
    slug = app.slug;
    publisher = createPublisher(node, app);
    released = await publisher.release({ version: '1.0.0' }, [{ target, bytes }]);
  });
  beforeEach(() => proxy.reset());
  after(async () => {
    proxy?.reset();
    await node?.stop();
    await proxy?.stop();
    await engines?.stop();
  });

  const gets = () => proxy.requests.filter(({ method }) => method === 'GET');
  /** Breaks only the first GET responses. */
  const spoil = (times: number, fault: Fault) => {
    proxy.control.fault = ({ method }) => (method === 'GET' && gets().length <= times ? fault : {});
  };
  const download = (range?: string) =>
    node.site(slug, downloadPath(released), range === undefined ? {} : { headers: { range } });
  /** The download's status, or 'cut short': a client never accepts such a response as complete. */
  const outcomeOf = (pending: Promise<HttpReply>): Promise<number | 'cut short'> =>
    pending.then(
      ({ status }) => status,
      () => 'cut short',
    );

  for (const [what, fault] of Object.entries<Fault>({
    'breaks off': { cutAfter: 400_000 },
    'fails at first': { status: 500 },
  })) {
    it(`${what} retries from the first missing byte`, async () => {
      spoil(2, fault);
      assert.equal(sha256Of((await download()).body), sha256Of(bytes));
      spoil(2, fault);
      assert.deepEqual((await download('bytes=100000-1299999')).body, bytes.subarray(100_000, 1_300_000));
      if (fault.cutAfter === undefined) return;
      assert.deepEqual(
        gets().map(({ headers }) => headers.range?.split('-')[0]),
        ['bytes=0', 'bytes=400000', 'bytes=800000', 'bytes=100000', 'bytes=500000', 'bytes=900000'].slice(
          0,
          gets().length,
        ),
      );
    });
  }

  it('never recovers sends an error or a truncated response, never a complete one', async () => {
    spoil(1000, { status: 500 });
    assertAway(await download());
    proxy.reset();
    proxy.control.fault = ({ method }) =>
      method !== 'GET' ? {} : gets().length === 1 ? { cutAfter: 400_000 } : { status: 500 };
    assert.equal(await outcomeOf(download()), 'cut short');
    spoil(1000, { cutAfter: 0 });
    assert.notEqual(await outcomeOf(download()), 200);
    // A response of the wrong length counts as none.
    spoil(1000, { endAfter: 400_000 });
    assertAway(await download());
  });

  it('breaks off between several ranges retries; if it never recovers, the response is truncated', async () => {
    const several = 'bytes=0-199999,210000-219999,900000-1199999,-1';
    const expected = [
      [0, 199_999],
      [210_000, 219_999],
      [900_000, 1_199_999],
      [1_499_999, 1_499_999],
    ];
    spoil(2, { cutAfter: 100_000 });
    const { status, headers, body } = await download(several);
    const parts = parseByteRanges(headers['content-type'], body);
    assert.deepEqual([status, parts.map(({ start, end }) => [start, end])], [206, expected]);
    for (const { start, end, bytes: own } of parts) assert.ok(own.equals(bytes.subarray(start, end + 1)));
    assert.deepEqual(
      gets().map(({ headers }) => headers.range),
      [
        'bytes=0-219999',
        'bytes=100000-219999',
        'bytes=200000-219999',
        'bytes=900000-1199999',
        'bytes=1499999-1499999',
      ],
    );
    proxy.reset();
    proxy.control.fault = ({ method, headers }) =>
      method === 'GET' && headers.range?.startsWith('bytes=9') === true ? { status: 500 } : {};
    assert.equal(await outcomeOf(download(several)), 'cut short');
  });

  it('has other bytes than were published sends none of them', async () => {
    const other = await publisher.release({ version: '1.0.1' }, [{ target, bytes }]);
    const { S3 } = await import('@aws-sdk/client-s3');
    const { endpoint, region, bucket: Bucket } = engines.s3;
    const client = new S3({ region, endpoint, forcePathStyle: true, credentials: engines.s3 });
    const { Contents = [] } = await client.listObjectsV2({ Bucket });
    const newest = Contents.filter(({ Key }) => Key?.includes('kept/')).toSorted(
      (a, b) => Number(b.LastModified) - Number(a.LastModified),
    );
    await client.putObject({ Bucket, Key: newest[0]?.Key ?? '', Body: randomBytes(bytes.length) });
    client.destroy();
    const { status, json } = await node.site(slug, downloadPath(other));
    assert.equal(status, 503);
    assert.equal(json<{ code: string }>().code, 'artifact-damaged');
    assert.equal((await download()).status, 200, 'the others are as they were');
  });

  it('is away publishes nothing, and checks continue', async (t) => {
    const fields = { version: '3.0.0' };
    const id = await publisher.draft(fields);
    await publisher.upload(fields, { target, bytes });
    const before = (await node.site(slug, checkPath)).text();
    proxy.control.fault = () => ({ status: 500 });
    const checks = keepAsking(2, () => node.site(slug, checkPath));
    assertAway(await publisher.publish(id));
    const { body } = await node.api('/readyz');
    const { version: _, ...rest } = JSON.parse(String(body));
    assert.deepEqual(rest, { status: 'degraded', database: 'ok', storage: 'away', disk: 'ok' });
    const { statuses, milliseconds } = await checks.stop();
    assert.deepEqual(Object.keys(statuses), ['200']);
    t.diagnostic(`${milliseconds.length} checks meanwhile, p99 ${ms(percentile(milliseconds, 99))}`);
    proxy.reset();
    const { release } = (await node.api(`/v1/apps/${slug}/releases/${id}`)).json<{
      release: { state: string };
    }>();
    assert.equal(release.state, 'draft');
    assert.equal((await node.site(slug, checkPath)).text(), before);
    assert.equal((await publisher.publish(id)).status, 200);
  });

  it('corrupts an upload during verification rejects the publish and changes nothing', async () => {
    const fields = { version: '4.0.0' };
    const id = await publisher.draft(fields);
    await publisher.upload(fields, { target, bytes });
    spoil(1000, { corrupt: true });
    const { status, text } = await publisher.publish(id);
    proxy.reset();
    assert.equal(status, 409, text());
    assert.match(text(), /hash-differs/);
    assert.equal((await publisher.publish(id)).status, 200, 'the bytes themselves are good');
  });

  it('does not respond gives up and reports it as away', async (t) => {
    proxy.control.fault = () => ({ hang: true });
    const start = performance.now();
    const id = await publisher.draft({ version: '5.0.0' });
    const [one, two] = await Promise.all([download(), node.api('/readyz')]);
    assertAway(one);
    assert.equal(two.json<{ storage: string }>().storage, 'away');
    t.diagnostic(`a download from a silent storage was refused after ${ms(performance.now() - start)}`);
    proxy.reset();
    assert.equal((await publisher.publish(id)).status, 200);
  });

  if (isLong)
    it('stalls in the middle of a file retries from there', async (t) => {
      spoil(1, { silentAfter: 400_000 });
      const start = performance.now();
      assert.equal(sha256Of((await download()).body), sha256Of(bytes));
      t.diagnostic(`complete after ${ms(performance.now() - start)}`);
      assert.equal(gets()[1]?.headers.range, `bytes=400000-${bytes.length - 1}`);
    });
});
