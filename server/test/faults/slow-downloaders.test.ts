import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, residentBytes } from '../../../lab/process-usage.ts';
import { createPublisher, createTestApp, startChild } from '../harness.ts';
import { scaled } from './scale.ts';

const count = scaled(1000, 10_000);
const tries = 3;
const checksEach = 4000;
const target = 'linux-x86_64';

describe('clients that stop reading', () => {
  test(`${count} of them use little memory each and do not slow down checks`, async (t) => {
    // Garbage is collected every second with a small young generation, which otherwise grows by tens of MiB at any
    // time: this measures what clients hold.
    const collect = '--expose-gc --import=data:text/javascript,setInterval(gc,1000).unref()';
    const service = await startChild({ env: { NODE_OPTIONS: `${collect} --max-semi-space-size=2` } });
    const sockets: Socket[] = [];
    t.after(async () => {
      for (const socket of sockets) socket.destroy();
      await service.stop();
    });
    const app = await createTestApp(service);
    const bytes = randomBytes(24 * 1024 * 1024);
    const id = await createPublisher(service, app).release({ version: '1.0.0' }, [{ target, bytes }]);
    const pid = service.process.pid ?? 0;

    /** The CPU seconds that checks cost the server. */
    const checks = async (): Promise<number> => {
      const before = cpuSeconds(pid);
      for (let i = 0; i < checksEach; i++)
        await service.site(app.slug, '/releases/stable/linux/x86_64/0.9.0');
      return cpuSeconds(pid) - before;
    };
    const stall = async (): Promise<Socket> => {
      const socket = connect({ host: '127.0.0.1', port: service.port });
      socket.on('error', () => {});
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(`GET /releases/download/${id}/${target} HTTP/1.1\r\nHost: ${app.slug}.localhost\r\n\r\n`);
      await new Promise((resolve) => socket.once('readable', resolve));
      return socket;
    };
    const settle = async (): Promise<number> => {
      let before = 0;
      for (let now = residentBytes(pid); Math.abs(now - before) > 1_000_000; now = residentBytes(pid)) {
        before = now;
        await sleep(1200);
      }
      return before;
    };

    // Warm-up: the first connections and downloads also load code and fill pools.
    const warm = await Promise.all(Array.from({ length: 50 }, stall));
    for (const socket of warm) socket.destroy();
    await checks();
    const [before, idle] = [await settle(), await checks()];
    const stallUntil = async (socketCount: number): Promise<number> => {
      while (sockets.length < socketCount) {
        const more = Array.from({ length: Math.min(50, socketCount - sockets.length) }, stall);
        sockets.push(...(await Promise.all(more)));
      }
      return settle();
    };
    // The first half fills spare heap and pays one-time costs: it is reported without a limit.
    const first = count / 2;
    const [some, all] = [await stallUntil(first), await stallUntil(first + count)];
    const each = (all - some) / count / 1024;
    const altogether = (all - before) / (first + count) / 1024;

    // CPU contention only makes a check slower, so one good try of three suffices.
    const ratios: number[] = [];
    while (ratios.length < tries && !ratios.some((ratio) => ratio <= 2)) ratios.push((await checks()) / idle);
    t.diagnostic(
      `${count} stalled: ${each.toFixed(1)} KiB each, ${altogether.toFixed(1)} KiB with the first ${first}; a check ${((idle / checksEach) * 1e6).toFixed(0)} µs idle, × ${Math.min(...ratios).toFixed(2)}`,
    );
    assert.ok(each <= 80, `${each} KiB each`);
    assert.ok(Math.min(...ratios) <= 2, `a check costs × ${ratios}`);
  });
});
