import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { S3 } from '@aws-sdk/client-s3';
import { rangeHeader } from '../../../lab/byteranges.ts';
import { s3Env, startLocalS3 } from '../../../lab/s3.ts';
import { problemCode, target } from '../attacks/stage.ts';
import { createPublisher, createTestApp, type RunningChild, startChild, type TestApp } from '../harness.ts';
import { startS3Proxy } from '../s3-proxy.ts';

/* Several ranges from S3, with the object replaced before the second span is requested. */

const MiB = 1024 * 1024;
/** The first exceeds all connection buffers, so that the second waits for the client. */
const [first, last] = [
  [0, 24 * MiB - 1],
  [31 * MiB, 32 * MiB - 1],
] as const;

describe('several ranges from S3', () => {
  let s3: Awaited<ReturnType<typeof startLocalS3>>;
  let proxy: Awaited<ReturnType<typeof startS3Proxy>>;
  let service: RunningChild;
  let app: TestApp;
  let id: string;
  before(async () => {
    s3 = await startLocalS3();
    proxy = await startS3Proxy(s3.endpoint);
    service = await startChild({ env: s3Env({ ...s3, endpoint: proxy.endpoint }, 'swapped') });
    app = await createTestApp(service);
    const part = { target, bytes: Buffer.alloc(32 * MiB, 'slipway ') };
    id = await createPublisher(service, app).release({ version: '1.0.0' }, [part]);
  });
  after(async () => {
    await service.stop();
    await proxy.stop();
    await s3.stop();
  });

  const swap = async (bytes: Buffer): Promise<void> => {
    const { endpoint, region, bucket: Bucket } = s3;
    const client = new S3({ endpoint, region, forcePathStyle: true, credentials: s3 });
    const stored = (await s3.list()).find(({ size }) => size === 32 * MiB);
    await client.putObject({ Bucket, Key: stored?.key ?? '', Body: bytes });
    client.destroy();
  };

  /** Requests both ranges; `meanwhile` runs after the first bytes, before more are read. */
  const download = async (t: TestContext, meanwhile: () => Promise<void>) => {
    proxy.reset();
    const socket = connect({ host: '127.0.0.1', port: service.port });
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    const path = `/releases/download/${id}/${target}`;
    const range = rangeHeader([first, last]);
    const host = `${app.slug}.localhost`;
    const headers = `Host: ${host}\r\nRange: ${range}\r\nConnection: close`;
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    const closed = once(socket, 'close');
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    await meanwhile();
    let received = head.length - head.indexOf('\r\n\r\n') - 4;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await closed;
    const [, status, length] =
      /^HTTP\/1\.1 (\d+).*content-length: (\d+)/is.exec(head.toString('latin1')) ?? [];
    const gets = proxy.requests.filter(({ method, url }) => method === 'GET' && url.includes('/kept/'));
    return { status, missing: Number(length) - received, gets: gets.map(({ headers }) => headers.range) };
  };

  const requestedRanges = [first, last].map(([start, end]) => `bytes=${start}-${end}`);

  test('arrive complete while the stored object is unchanged', async (t) => {
    const { status, missing, gets } = await download(t, async () => {
      assert.equal(proxy.requests.at(-1)?.headers.range, requestedRanges[0], 'the second waits for its turn');
    });
    assert.deepEqual([status, missing, gets], ['206', 0, requestedRanges]);
  });

  test('break off if the object is replaced before the second request', async (t) => {
    const { status, missing } = await download(t, () => swap(Buffer.alloc(32 * MiB, 'swapped ')));
    assert.equal(status, '206');
    assert.ok(missing >= MiB, `all but ${missing} bytes were sent`);
    const next = await service.site(app.slug, `/releases/download/${id}/${target}`, {
      headers: { range: rangeHeader([first, last]) },
    });
    assert.equal(problemCode(next, 503), 'artifact-damaged', 'nor does the next one get any of it');
  });
});
