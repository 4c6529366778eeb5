import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { parseByteRanges } from '../../../lab/byteranges.ts';
import { metricValue, readFreshMetrics } from '../../../lab/metric.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import type { UsageMeter } from '../../src/domain/usage/usage-meter.ts';
import { flushUsage } from '../../src/jobs/flush-usage.ts';
import {
  createPublisher,
  createTestApp,
  type Running,
  startChild,
  startService,
  type TestApp,
} from '../harness.ts';
import { flushed } from './flushed.ts';
import { scaled } from './scale.ts';

const target = 'linux-x86_64';
/** Bytes that the kernel may buffer for a client that disconnects: both socket buffers, with Linux defaults. */
const abortBoundBytes = 8 * 1024 * 1024;

const usageOf = async (service: Running, { slug }: TestApp) =>
  (await service.api(`/v1/apps/${slug}/usage`)).json<{
    usage: { totals: { bytes: number; downloads: number }; month: { bytes: number } };
  }>().usage;

/** Reads this many bytes of a download and resets the connection; returns how many were read. */
const abort = async (
  service: Running,
  { slug }: TestApp,
  { path, bytes }: { path: string; bytes: number },
): Promise<number> => {
  const socket = connect({ host: '127.0.0.1', port: service.port });
  let received = 0;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    received += chunk.length;
    if (received >= bytes) socket.resetAndDestroy();
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${slug}.localhost\r\n\r\n`);
  await once(socket, 'close');
  return received;
};

describe('metering', () => {
  const count = scaled(2000, 1_000_000);

  test(`${count} downloads, whole and in ranges, are counted to the byte; aborted ones within the bound`, async (t) => {
    const service = await startService();
    try {
      const app = await createTestApp(service);
      const bytes = randomBytes(200_000);
      const id = await createPublisher(service, app).release({ version: '1.0.0' }, [{ target, bytes }]);
      const path = `/releases/download/${id}/${target}`;
      let received = 0;
      let downloads = 0;
      const agent = new Agent({ keepAlive: true, maxSockets: 20 });
      const severalRanges = async (index: number): Promise<void> => {
        const last = index % 8 === 1 ? bytes.length - 1 : bytes.length - 2;
        const middle = (index * 7919) % (bytes.length - 2);
        const range = `bytes=0-${Math.floor(middle / 2)},${middle}-${last}`;
        const { body, headers } = await service.site(app.slug, path, { agent, headers: { range } });
        for (const { start, end, bytes: own } of parseByteRanges(headers['content-type'], body))
          assert.ok(own.equals(bytes.subarray(start, end + 1)));
        received += body.length;
      };
      const once = async (index: number): Promise<void> => {
        if (index % 4 === 1) return severalRanges(index);
        const from = index % 3 === 0 ? 0 : (index * 7919) % bytes.length;
        const to = index % 3 === 2 ? Math.min(from + 1000, bytes.length - 1) : bytes.length - 1;
        const range = index % 3 === 0 ? undefined : `bytes=${from}-${to}`;
        const { body, status } = await service.site(app.slug, path, {
          agent,
          headers: range === undefined ? {} : { range },
        });
        assert.equal(status, range === undefined ? 200 : 206);
        assert.ok(body.equals(bytes.subarray(from, to + 1)));
        received += body.length;
        // The last byte, and at least half of the file.
        if (to === bytes.length - 1 && 2 * body.length >= bytes.length) downloads += 1;
      };
      for (let first = 0; first < count; first += 20)
        await Promise.all(
          Array.from({ length: Math.min(20, count - first) }, (_, index) => once(first + index)),
        );
      const { totals, month } = await usageOf(service, app);
      assert.equal(totals.bytes, received);
      assert.equal(totals.downloads, downloads);
      assert.equal(month.bytes, received);
      // Other requests send no bytes and count none.
      await service.site(app.slug, path, { method: 'HEAD' });
      await service.site(app.slug, path, { headers: { 'if-none-match': '*' } });
      await service.site(app.slug, path, { headers: { range: 'bytes=9999999-' } });
      await service.site(app.slug, `${path}x`);
      assert.deepEqual((await usageOf(service, app)).totals, totals);

      const large = randomBytes(32 * 1024 * 1024);
      const largeId = await createPublisher(service, app).release({ version: '2.0.0' }, [
        { target, bytes: large },
      ]);
      const aborts = Math.max(3, Math.min(20, count / 10));
      let partly = 0;
      for (let i = 0; i < aborts; i++)
        partly += await abort(service, app, {
          path: `/releases/download/${largeId}/${target}`,
          bytes: 64 * 1024 * (i + 1),
        });
      await waitUntil('all are gone', async () => {
        const text = await readFreshMetrics(async () => (await service.api('/metrics')).text());
        return metricValue(text, 'slipway_active_downloads') === 0;
      });
      const counted = (await usageOf(service, app)).totals;
      const over = counted.bytes - totals.bytes - partly;
      t.diagnostic(
        `${aborts} aborted downloads: ${Math.round(over / aborts / 1024)} KiB each over what was read`,
      );
      assert.ok(over <= aborts * abortBoundBytes, `${over} bytes over`);
      assert.ok(over >= -aborts * 1024, 'headers aside, what was read was counted');
      assert.equal(counted.downloads, downloads, 'an aborted download is none');
    } finally {
      await service.stop();
    }
  });

  test('a crash loses no count made before a flush; there are two flushes per second', async () => {
    assert.ok(flushUsage({} as UsageMeter).everySeconds <= 0.5);
    const service = await startChild();
    const app = await createTestApp(service);
    const bytes = randomBytes(100_000);
    const id = await createPublisher(service, app).release({ version: '1.0.0' }, [{ target, bytes }]);
    let received = 0;
    const downloadSome = async (times: number): Promise<number> => {
      for (let i = 0; i < times; i++)
        received += (await service.site(app.slug, `/releases/download/${id}/${target}`)).body.length;
      return received;
    };
    const before = await downloadSome(50);
    await Promise.all([flushed(service), downloadSome(50)]);
    await service.kill();
    const again = await startChild({ folder: service.folder });
    const { totals } = await usageOf(again, app);
    await again.kill();
    assert.ok(totals.bytes >= before, `${totals.bytes} of ${before} bytes`);
    assert.ok(totals.bytes <= received, 'nothing is counted twice');
    await service.stop();
  });
});
