import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openFolder } from '../../../lab/folder.ts';
import { createPublisher } from '../../../lab/publisher.ts';
import { requestPort } from '../../../lab/request.ts';
import { startService } from '../../../lab/service.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import { scaled } from './scale.ts';

/*
 * Measures live memory, not resident memory: V8 grows its young generation to 128 MiB and collects the old one late, so
 * resident memory rises under load for minutes without a leak.
 */

interface Live {
  heapUsed: number;
  external: number;
  arrayBuffers: number;
}

const publishes = scaled(60, 600);
const checksPerPublish = 50;
const MiB = 1024 * 1024;

test(`${publishes} publishes between checks leave nothing behind in memory`, async (t) => {
  const folder = await openFolder('live-memory');
  t.after(folder.remove);
  const report = join(folder.path, 'live');
  const service = await startService({
    folder: folder.path,
    env: { SLIPWAY_TEST_LIVE_MEMORY: report },
    nodeArgs: ['--import', fileURLToPath(new URL('live-memory.ts', import.meta.url))],
  });
  t.after(() => service.stop());
  await service.client.createApp({ slug: 'm', adapter: 'rest' });
  const publisher = createPublisher(service.client, 'm');
  const reports = (): Live[] =>
    existsSync(report)
      ? readFileSync(report, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      : [];
  const measure = async (): Promise<Live> => {
    const before = reports().length;
    process.kill(service.pid, 'SIGUSR2');
    await waitUntil('measured', () => reports().length > before);
    return reports().at(-1) ?? assert.fail();
  };
  let version = 0;
  const work = async (): Promise<void> => {
    for (let index = 0; index < publishes; index++) {
      await publisher.publish({ version: `1.${version++}.0` });
      const check = () =>
        requestPort(service.port, `/releases/stable/linux/x86_64/0.${version}.0`, {
          host: `m.localhost:${service.port}`,
        });
      const replies = await Promise.all(Array.from({ length: checksPerPublish }, check));
      assert.ok(replies.every(({ status }) => status === 200));
    }
  };
  await work();
  const first = await measure();
  await work();
  const second = await measure();
  for (const name of ['heapUsed', 'external', 'arrayBuffers'] as const) {
    const grown = second[name] - first[name];
    t.diagnostic(`${name}: ${(first[name] / MiB).toFixed(1)} MiB, then ${(grown / MiB).toFixed(1)} more`);
    assert.ok(grown < 4 * MiB, `${name} grew by ${grown} bytes`);
  }
});
