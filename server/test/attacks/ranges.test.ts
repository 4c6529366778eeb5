import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { before, describe, type TestContext, test } from 'node:test';
import { parseByteRanges, rangeHeader } from '../../../lab/byteranges.ts';
import { metricValue, readFreshMetrics } from '../../../lab/metric.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import { target, useStage } from './stage.ts';

const MiB = 1024 * 1024;

describe('several ranges', () => {
  const stage = useStage({ env: { LOG_LEVEL: 'debug' } });
  const large = Buffer.alloc(48 * MiB, 'slipway ');
  /** Far more than the buffers of a connection hold. */
  const halves = rangeHeader(
    Array.from({ length: 480 }, (_, index) => [index * 100_000, index * 100_000 + 49_999]),
  );
  let largeId: string;
  before(async () => {
    largeId = await stage().publisher.release({ version: '1.1.0' }, [{ target, bytes: large }]);
  });

  const metric = async (name: string): Promise<number> =>
    metricValue(await readFreshMetrics(async () => (await stage().service.api('/metrics')).text()), name);

  /** Requests ranges of the large file without reading. */
  const ask = (t: TestContext, id: string): Socket => {
    const { service, app } = stage();
    const socket = connect({ host: '127.0.0.1', port: service.port });
    socket.on('error', () => {});
    t.after(() => socket.destroy());
    const path = `/releases/download/${id}/${target}`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${app.slug}.localhost\r\nRange: ${halves}\r\n\r\n`);
    return socket;
  };

  test('a thousand ascending ranges are answered one by one, more with the whole file, and metrics count both', async () => {
    const { service, app, publishedId, bytes } = stage();
    const rising = (count: number) =>
      rangeHeader(Array.from({ length: count }, (_, index) => [index * 97, index * 97] as const));
    const get = (count: number) =>
      service.site(app.slug, `/releases/download/${publishedId}/${target}`, {
        headers: { range: rising(count) },
      });
    const answers = async () => [
      await metric('slipway_several_ranges_total{answer="parts"}'),
      await metric('slipway_several_ranges_total{answer="whole"}'),
    ];
    const [parts = 0, whole = 0] = await answers();
    const many = await get(1000);
    assert.equal(many.status, 206);
    const single = parseByteRanges(many.headers['content-type'], many.body);
    assert.equal(single.length, 1000);
    for (const [index, part] of single.entries()) {
      assert.equal(part.start, index * 97);
      assert.ok(part.bytes.equals(bytes.subarray(part.start, part.end + 1)));
    }
    assert.ok(many.body.length <= bytes.length + 124 * 1000);
    const more = await get(1001);
    assert.deepEqual([more.status, more.body.equals(bytes)], [200, true]);
    assert.deepEqual(await answers(), [parts + 1, whole + 1]);
    const logLines = service.logs.filter((line) => line.includes('sending the whole file'));
    assert.equal(logLines.length, 1);
    assert.match(logLines[0] ?? '', /"reason":"too many/);
  });

  test('a prune aborts them', async (t) => {
    const { service, app, publisher } = stage();
    const id = await publisher.release({ version: '1.2.0' }, [{ target, bytes: large }]);
    const socket = ask(t, id);
    let received = 0;
    const closed = once(socket, 'close');
    const [first] = await once(socket, 'data');
    socket.pause();
    const length = Number(/content-length: (\d+)/i.exec(first.toString('latin1'))?.[1]);
    assert.ok(length > 22 * MiB, `${length} bytes are promised`);
    const path = `/v1/apps/${app.slug}/releases/${id}/artifacts/${target}/prune`;
    assert.equal((await service.api(path, { method: 'POST' })).status, 200);
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await closed;
    assert.ok(received < length, `${received} of ${length} bytes`);
  });

  test('a client that disconnects is metered by the bytes sent, counts as no download and holds nothing', async (t) => {
    const { service, app } = stage();
    const usage = async () =>
      (await service.api(`/v1/apps/${app.slug}/usage`)).json<{
        usage: { totals: { bytes: number; downloads: number } };
      }>().usage.totals;
    const before = await usage();
    const socket = ask(t, largeId);
    const [first] = await once(socket, 'data');
    socket.destroy();
    await waitUntil('it is gone', async () => (await metric('slipway_active_downloads')) === 0);
    const now = await usage();
    const counted = now.bytes - before.bytes;
    assert.ok(counted >= first.length - 1024 && counted < 22 * MiB, `${counted} bytes`);
    assert.equal(now.downloads, before.downloads);
  });
});
