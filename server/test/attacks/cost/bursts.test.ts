import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpReply } from '../../../../lab/request.ts';
import { createTestApp, type TestApp } from '../../harness.ts';
import { makeHeavy, releaseBytes } from './heavy.ts';
import { useMetered } from './meter.ts';

/* Many concurrent copies of the same expensive request must not multiply the memory in use. */

const atOnce = 32;
/** Running requests hold a few releases each, as rows, objects and text: twice the measured amount. */
const mostBytes = 40 * releaseBytes;

describe('many expensive requests at once', () => {
  const service = useMetered();
  let app: TestApp;

  before(async () => {
    app = await createTestApp(service());
    await makeHeavy(service(), app.slug, 3);
  });

  /** The peak memory while requests are answered. */
  const mostHeld = async (ask: (index: number) => Promise<HttpReply>): Promise<number> => {
    const before = await service().heldBytes();
    let underWay = atOnce;
    const requests = Array.from({ length: atOnce }, async (_, index) => {
      const { status } = await ask(index);
      underWay -= 1;
      assert.equal(status, 200);
    });
    let most = 0;
    while (underWay > 0) {
      most = Math.max(most, (await service().heldBytes()) - before);
      // Each measurement forces a garbage collection, so they are spaced out.
      await sleep(200);
    }
    await Promise.all(requests);
    return most;
  };

  const cases: Record<string, (index: number) => Promise<HttpReply>> = {
    explain: () =>
      service().api(`/v1/apps/${app.slug}/explain?target=target&arch=1&currentVersion=0.1.0`, {
        agent: false,
      }),
    'a history of each length': (index) =>
      service().site(app.slug, `/releases/v1/apps/${app.slug}/releases?limit=${index + 10}`, {
        agent: false,
      }),
  };
  for (const [name, ask] of Object.entries(cases))
    test(`${name}, ${atOnce} times at once`, async (t) => {
      const most = await mostHeld(ask);
      t.diagnostic(`${Math.round(most / 2 ** 20)} MiB`);
      assert.ok(most < mostBytes, `${most} bytes were held at once`);
    });
});
