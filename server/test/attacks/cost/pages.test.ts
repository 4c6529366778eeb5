import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPublisher, createTestApp, type TestApp } from '../../harness.ts';
import { leastCostOf, useMetered } from './meter.ts';

/* Latest and history with unusual queries, and during changes. */

const heldMost = 64 * 1024 * 1024;
const notes = (letter: string) => letter.repeat(60_000);

describe('pages', () => {
  const service = useMetered({ env: { SLIPWAY_CATALOG_MIB: '16' } });
  let app: TestApp;
  let releaseId: string;
  before(async () => {
    app = await createTestApp(service());
    const publisher = createPublisher(service(), app);
    const targets = Array.from({ length: 20 }, (_, index) => `linux-x86_${index}`);
    const parts = targets.map((target) => ({
      target,
      bytes: Buffer.from('x'),
      signature: 's'.repeat(30_000),
    }));
    for (let index = 0; index < 5; index++)
      releaseId = await publisher.release({ version: `1.${index}.0`, notes: notes('n') }, parts);
  });

  const read = (page: string) => service().site(app.slug, `/releases/v1/apps/${app.slug}/${page}`);

  test('an unknown parameter does not create another page', async () => {
    const whole = await read('releases?limit=100');
    assert.equal(whole.status, 200);
    let requestCount = 0;
    const plainMs = await leastCostOf(service(), 0, async () => {
      for (let time = 0; time < 20; time++) await read('releases?limit=100');
    });
    const ms = await leastCostOf(service(), 2 * plainMs, async () => {
      for (let time = 0; time < 20; time++) {
        requestCount += 1;
        const reply = await read(`releases?limit=100&h=${requestCount}`);
        assert.ok(reply.body.equals(whole.body));
      }
    });
    assert.ok(ms < 3 * plainMs, `20 of them took ${ms} ms, 20 of the plain address ${plainMs} ms`);
  });

  test('equivalent addresses return the same page', async () => {
    const same = (pages: string[]) => Promise.all(pages.map(async (page) => (await read(page)).text()));
    const [first, ...others] = await same([
      'releases?limit=3&target=linux-x86_1&channel=stable',
      'releases?channel=stable&limit=3&target=linux-x86_1',
      'releases?channel=st%61ble&limit=03&target=linux-x86_1&x=%ff',
      'releases?&&limit=3&target=linux-x86_1&channel=stable&channels=x',
    ]);
    for (const other of others) assert.equal(other, first);
    const [nothing, ...alike] = await same([
      'latest?channel=a',
      'latest?channel=',
      'latest?channel=%20',
      'latest?channel=b%2F',
    ]);
    assert.deepEqual(JSON.parse(nothing ?? ''), { app: app.slug, release: null });
    for (const other of alike) assert.equal(other, nothing);
    const [bare] = await same(['releases?limit=1&target=none']);
    assert.deepEqual(JSON.parse(bare ?? '').releases[0].platforms, {});
    assert.deepEqual(JSON.parse((await same(['releases?channel=none']))[0] ?? '').releases, []);
  });

  test('pages from before a change are released', async () => {
    const change = (text: string) =>
      service().api(`/v1/apps/${app.slug}/releases/${releaseId}`, { method: 'PATCH', json: { notes: text } });
    await change(notes('a'));
    await read('latest');
    const before = await service().heldBytes();
    for (let time = 0; time < 150; time++) {
      assert.equal((await change(notes(String(time % 10)))).status, 200);
      assert.match(
        (await read(`latest?target=linux-x86_1&x=${time}`)).text(),
        new RegExp(`"notes":"${time % 10}`),
      );
    }
    const grown = (await service().heldBytes()) - before;
    assert.ok(grown < heldMost / 2, `${grown} bytes more are held`);
  });
});
