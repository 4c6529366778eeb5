import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpReply } from '../../../../lab/request.ts';
import { createTestApp, type TestApp } from '../../harness.ts';
import { makeHeavy, releaseBytes } from './heavy.ts';
import { useMetered } from './meter.ts';

/* One key, or anyone, asks for the same heavy thing many times at once: what is held meanwhile does not grow with that. */

const atOnce = 32;
/** Those that run hold a few releases each, as rows, as what is made of them and as text: twice what was seen. */
const mostBytes = 40 * releaseBytes;

describe('many at once of what is heavy', () => {
  const service = useMetered();
  let app: TestApp;

  before(async () => {
    app = await createTestApp(service());
    await makeHeavy(service(), app.slug, 3);
  });

  /** The most that was held at any time while these were answered. */
  const mostHeld = async (ask: (index: number) => Promise<HttpReply>): Promise<number> => {
    const before = await service().heldBytes();
    let underWay = atOnce;
    const asked = Array.from({ length: atOnce }, async (_, index) => {
      const { status } = await ask(index);
      underWay -= 1;
      assert.equal(status, 200);
    });
    let most = 0;
    while (underWay > 0) {
      most = Math.max(most, (await service().heldBytes()) - before);
      // A look collects garbage: not so often that it does nothing else.
      await sleep(200);
    }
    await Promise.all(asked);
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
