import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { waitUntil } from '../../../lab/wait-until.ts';
import { createPublisher, createTestApp } from '../harness.ts';
import { checkPath, downloadPath, ms, type Node, percentile, type TwoNodes, target } from './stage.ts';

const rounds = 4;

/** Helpers to change something on one node and observe it on the other. */
export const createNews = (nodes: () => TwoNodes) => {
  const here: Pick<Node, 'api' | 'site'> = {
    api: (...args) => nodes().here.api(...args),
    site: (...args) => nodes().here.site(...args),
  };
  const there: Pick<Node, 'api' | 'site'> = {
    api: (...args) => nodes().there.api(...args),
    site: (...args) => nodes().there.site(...args),
  };

  const change = async (path: string, question: Parameters<Node['api']>[1]) => {
    const { status, text } = await here.api(path, question);
    assert.ok(status < 300, text());
  };
  const post = (path: string, json: unknown = undefined) => change(path, { method: 'POST', json });

  /** An app with a release that both nodes have shown. */
  const stageApp = async () => {
    const app = await createTestApp(here);
    const publisher = createPublisher(here, app);
    const bytes = randomBytes(4096);
    const id = await publisher.release({ version: '1.0.0' }, [{ target, bytes }]);
    const at = `/v1/apps/${app.slug}`;
    for (const node of [here, there])
      await waitUntil('seen', async () => (await node.site(app.slug, checkPath)).status === 200);
    assert.deepEqual((await there.site(app.slug, downloadPath(id))).body, bytes);
    return { ...app, ...publisher, id, at, bytes };
  };
  const checked = async (slug: string) => {
    const { status, body } = await there.site(slug, checkPath);
    return status === 200 ? (JSON.parse(String(body)) as { version: string; notes: string }) : undefined;
  };

  /** Makes the change several times and measures the delay until the other node shows it. */
  const measure = async (
    t: TestContext,
    once: (round: number) => Promise<{ make(): Promise<unknown>; shows(): Promise<boolean> }>,
  ) => {
    const lags: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { make, shows } = await once(round);
      await make();
      const madeAt = performance.now();
      await waitUntil('shown on the other node', shows);
      lags.push(performance.now() - madeAt);
    }
    t.diagnostic(`median ${ms(percentile(lags, 50))}, longest ${ms(Math.max(...lags))}`);
  };

  return { here, there, change, post, stageApp, checked, measure };
};
