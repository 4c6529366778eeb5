import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CheckCounts, createCheckCounts } from '../../../src/domain/fleet/check-counts.ts';
import { type CheckCounter, makeCheckCounter } from '../../../src/domain/fleet/counters/counter.ts';
import { countClientsByDay, countClientsByVersion } from '../../../src/domain/fleet/estimate-clients.ts';
import { createMaintenance } from '../../../src/domain/maintenance/collect-garbage.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { FleetBatch } from '../../../src/domain/model/fleet.ts';
import { sketchedByChannel } from '../../../src/domain/model/published-version.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { createHeldClock } from '../world.ts';

/* Fixed seeds make estimates reproducible. */

const site = makeSite(
  {
    ...{ host: 'hello.localhost', baseUrl: 'http://hello.localhost', channels: ['stable', 'beta'] },
    versions: new Map(['1.0.0', '1.1.0'].map((version) => [version, version])),
    sketched: new Map([['stable', new Set(['1.1.0'])]]),
  },
  { slug: 'hello' } as App,
  [],
);

const cellOf = (version = '1.1.0', channel = 'stable', target = 'linux-x86_64'): CheckCounter => {
  const cell = makeCheckCounter(site, { channel, target, isTargetOffered: true }, version);
  assert.ok(cell);
  return cell;
};

const march = { from: '2026-03-01', to: '2026-03-31' };

const createStage = (store = createMemoryStore()) => {
  const clock = createHeldClock('2026-03-01T12:00:00.000Z');
  let seed = 7;
  const ids = {
    ...randomIds,
    seed: () => {
      seed += 1;
      return seed;
    },
  };
  const createNode = (more = {}) => createCheckCounts({ store, clock, ids, ...more });
  const days = async (channel?: string) => [
    ...(await countClientsByDay(store, 'hello', { ...march, channel })),
  ];
  return { store, clock, ids, createNode, days };
};

const ask = (node: CheckCounts, cell: CheckCounter, [from, to]: [number, number]): void => {
  for (let n = from; n < to; n++) {
    node.countCheck(cell);
    node.countClient(cell, `client ${n}`);
  }
};

const isNear = (found: number | undefined, expected: number): void =>
  assert.ok(Math.abs((found ?? 0) - expected) <= expected / 10, `${found} is not about ${expected}`);

describe('counting distinct clients', () => {
  test('a client counts once a day for any target and any number of checks', async () => {
    const { createNode, days } = createStage();
    const node = createNode();
    await node.flush();
    for (const target of ['linux-x86_64', 'darwin-aarch64']) {
      ask(node, cellOf('1.1.0', 'stable', target), [0, 500]);
      await node.flush();
    }
    ask(node, cellOf(), [0, 500]);
    await node.flush();
    const [[day, clients] = []] = await days();
    assert.equal(day, '2026-03-01');
    isNear(clients, 500);
  });

  test('clients that check during and after a flush are counted as distinct', async () => {
    const { createNode, days } = createStage();
    const cell = cellOf();
    let rests = 0;
    const rest = async () => {
      rests += 1;
      if (rests === 1) ask(node, cell, [0, 500]);
    };
    const node: CheckCounts = createNode({ siteCount: () => bounds.uncountedCells, rest });
    await node.flush();
    for (let n = 0; n < 2 * bounds.uncountedCells; n++) node.countCheck(cellOf('1.0.0', 'beta', `t${n}`));
    await node.flush();
    assert.equal(rests, 1);
    ask(node, cell, [500, 1000]);
    await node.flush();
    isNear((await days('stable'))[0]?.[1], 1000);
  });

  test('two nodes count the same IDs once, before and after their sketches are merged', async () => {
    const { createNode, days, store } = createStage();
    const [here, there] = [createNode(), createNode()];
    await Promise.all([here.flush(), there.flush()]);
    ask(here, cellOf(), [0, 400]);
    ask(there, cellOf(), [100, 600]);
    await Promise.all([here.flush(), there.flush()]);
    assert.equal((await store.listSketches('hello', { ...march, of: 'channels' })).length, 2);
    const apart = await days();
    isNear(apart[0]?.[1], 600);
    await store.mergeSketches();
    await store.mergeSketches();
    assert.deepEqual(await days(), apart);
    ask(here, cellOf(), [0, 400]);
    await here.flush();
    assert.deepEqual(await days(), apart, 'who was there before the fold is not new after it');
  });

  test('clients are counted per channel, per sketched version, and over all channels', async () => {
    const { createNode, days, store } = createStage();
    const node = createNode();
    await node.flush();
    ask(node, cellOf('1.1.0'), [0, 100]);
    ask(node, cellOf('1.0.0'), [100, 400]);
    ask(node, cellOf('1.1.0', 'beta'), [300, 600]);
    await node.flush();
    isNear((await days())[0]?.[1], 600);
    isNear((await days('stable'))[0]?.[1], 400);
    isNear((await days('beta'))[0]?.[1], 300);
    const nameOf = ({ channel, version }: { channel: string; version: string }) => `${channel} ${version}`;
    const versions = await countClientsByVersion(store, 'hello', { ...march, nameOf });
    assert.deepEqual([...(versions.get('2026-03-01')?.keys() ?? [])], ['stable 1.1.0']);
    isNear(versions.get('2026-03-01')?.get('stable 1.1.0'), 100);
  });

  test('each day has its own salt, created before it starts and deleted two days later', async () => {
    const { createNode, days, store, clock, ids } = createStage();
    const node = createNode();
    await node.flush();
    ask(node, cellOf(), [0, 300]);
    await node.flush();
    const housekeeping = createMaintenance({ store, clock, ids, blobs: {} as never });
    const seeds = async () => {
      const named = ['01', '02', '03', '04'].map((day) => store.findSetting(`fleet-seed-2026-03-${day}`));
      return (await Promise.all(named)).map((seed) => seed !== undefined);
    };
    assert.deepEqual(await seeds(), [true, true, false, false]);
    clock.advance(24 * 3600);
    ask(node, cellOf(), [0, 300]);
    await node.flush();
    const rows = await store.listSketches('hello', { ...march, of: 'channels' });
    assert.equal(rows.length, 2);
    assert.notDeepEqual(rows[0]?.registers, rows[1]?.registers, 'nobody can tell that they are the same');
    for (const [, clients] of await days()) isNear(clients, 300);
    await housekeeping.mergeFleetSketches();
    assert.deepEqual(await seeds(), [true, true, true, false]);
    clock.advance(24 * 3600);
    await node.flush();
    await housekeeping.mergeFleetSketches();
    assert.deepEqual(await seeds(), [false, true, true, true]);
    assert.equal((await days()).length, 2, 'what was counted stays');
  });

  test('without a salt, checks with an ID are counted but not distinct clients', async () => {
    const { createNode, days, store } = createStage();
    const node = createNode();
    ask(node, cellOf(), [0, 10]);
    await node.flush();
    assert.equal((await store.sumFleet('hello', march, 'day'))[0]?.withId, 10);
    assert.deepEqual(await days(), []);
  });

  test('sketches are limited per app and in total; whole channels come first', async () => {
    const batches: FleetBatch[] = [];
    const store = createMemoryStore();
    const { createNode } = createStage({ ...store, addFleet: async (batch) => void batches.push(batch) });
    const node = createNode();
    await node.flush();
    const apps = (2 * bounds.sketches) / bounds.sketchesOfApp;
    for (let app = 0; app < apps; app++)
      for (let channel = 0; channel < bounds.sketchesOfApp; channel++)
        ask(node, { ...cellOf(), app: `app ${app}`, channel: `c${channel}` }, [0, 1]);
    await node.flush();
    const sketches = batches.splice(0).flatMap((batch) => batch.sketches);
    assert.equal(sketches.length, bounds.sketches);
    const own = Map.groupBy(sketches, ({ app }) => app);
    assert.ok([...own.values()].every(({ length }) => length <= bounds.sketchesOfApp));
    assert.equal(sketches.filter(({ version }) => version !== '').length <= bounds.sketches / 2, true);
    ask(node, cellOf(), [0, 1]);
    await node.flush();
    assert.equal(batches[0]?.sketches.length, 2, 'what was written makes room');
  });

  test('the last versions of a channel have sketches, with those of the channel it also offers', () => {
    const versionIn = (channel: string, version: string) => ({
      ...{ channel, version, isRescued: false, isCritical: false },
    });
    const many = Array.from({ length: 40 }, (_, n) => versionIn('stable', `1.${40 - n}`));
    const versions = [
      versionIn('beta', 'v2.0'),
      versionIn('nightly', '9'),
      ...many,
      versionIn('beta', '0.1'),
    ];
    const sketched = sketchedByChannel(versions, [
      { name: 'stable', alsoOffers: undefined },
      { name: 'beta', alsoOffers: 'stable' },
    ]);
    assert.equal(sketched.get('stable')?.size, bounds.sketchedVersions);
    assert.ok(sketched.get('stable')?.has('1.40') && !sketched.get('stable')?.has('1.8'));
    assert.ok(sketched.get('beta')?.has('v2.0') && sketched.get('beta')?.has('1.40'));
    assert.ok(!sketched.get('beta')?.has('0.1') && !sketched.get('beta')?.has('9'));
  });
});
