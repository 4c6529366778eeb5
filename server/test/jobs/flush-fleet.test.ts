import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createPublisher, createTestApp, type Running, startService } from '../harness.ts';

/*
 * "Fleet shows checks within 15 s." All intervals of both nodes are faked and advanced by ten seconds, so that the
 * result is independent of the machine's speed.
 */

const checksOf = async ({ api }: Running, slug: string): Promise<number> =>
  (await api(`/v1/apps/${slug}/fleet`)).json<{ fleet: { totals: { checks: number } } }>().fleet.totals.checks;

test('checks on one node show in the fleet of another within 15 s, and a closing node flushes the rest', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const other = await startService();
  try {
    const node = await startService({ folder: other.folder });
    const app = await createTestApp(node);
    const check = async () => (await node.site(app.slug, '/releases/stable/linux/x86_64/1.0.0')).status;
    try {
      const bytes = Buffer.from('bytes');
      await createPublisher(node, app).release({ version: '1.0.0' }, [{ target: 'linux-x86_64', bytes }]);
      assert.equal(await check(), 204);
      assert.equal(await checksOf(other, app.slug), 0, 'nothing is written while no time passes');
      assert.equal(await checksOf(node, app.slug), 1, 'the node itself knows at once');
      assert.equal(await check(), 204);
      t.mock.timers.tick(10_000);
      await waitUntil('shown', async () => (await checksOf(other, app.slug)) === 2);
      assert.equal(await check(), 204);
    } finally {
      await node.stop();
    }
    assert.equal(await checksOf(other, app.slug), 3);
  } finally {
    await other.stop();
  }
});
