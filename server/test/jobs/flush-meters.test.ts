import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { metricValue, readFreshMetrics } from '../../../lab/metric.ts';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createPublisher, createTestApp, type Running, startService } from '../harness.ts';

/*
 * "Written at least every second; usage shows them within 2 s." All intervals of both nodes are faked and advanced by
 * one second, so that the result is independent of the machine's speed.
 */

const target = 'linux-x86_64';
const active = 'slipway_active_downloads';

test('downloads from one node show in the usage of another within 2 s', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const delivering = await startService();
  const other = await startService({ folder: delivering.folder });
  try {
    const app = await createTestApp(delivering);
    const bytes = randomBytes(50_000);
    const id = await createPublisher(delivering, app).release({ version: '1.0.0' }, [{ target, bytes }]);
    const usageOf = async ({ api }: Running) =>
      (await api(`/v1/apps/${app.slug}/usage`)).json<{ usage: { totals: unknown } }>().usage.totals;
    const shows = (totals: { downloads: number; bytes: number }) => async (): Promise<boolean> =>
      JSON.stringify(await usageOf(other)) ===
      JSON.stringify({ bytes: totals.bytes, downloads: totals.downloads });
    for (const downloads of [1, 2]) {
      const path = `/releases/download/${id}/${target}`;
      assert.deepEqual((await delivering.site(app.slug, path)).body, bytes);
      const metrics = () => readFreshMetrics(async () => (await delivering.api('/metrics')).text());
      await waitUntil('counted', async () => metricValue(await metrics(), active) === 0);
      const before = { downloads: downloads - 1, bytes: (downloads - 1) * bytes.length };
      assert.ok(await shows(before)(), 'nothing is written while no time passes');
      t.mock.timers.tick(1000);
      await waitUntil('shown', shows({ downloads, bytes: downloads * bytes.length }));
    }
  } finally {
    await other.stop();
    await delivering.stop();
  }
});
