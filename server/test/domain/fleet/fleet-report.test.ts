import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addHash, createSketch } from '../../../src/domain/fleet/counters/hyperloglog.ts';
import { createFleetReports } from '../../../src/domain/fleet/fleet-report.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import type { FleetBy, FleetRow, FleetSketch } from '../../../src/domain/model/fleet.ts';
import { hash32 } from '../../../src/domain/model/hash32.ts';
import { sharedIdWarningsOf } from '../../../src/domain/rollouts/shared-ids.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { createHeldClock } from '../world.ts';

/* The fleet's client counts: per row, in total and as an estimate. */

const today = '2026-03-14';

const sketch = (version: string, [from, to]: [number, number], more: Partial<FleetSketch> = {}) => {
  const registers = createSketch();
  for (let n = from; n < to; n++) addHash(registers, hash32(3, `client ${n}`));
  return { app: 'app', day: today, channel: 'stable', version, registers, ...more };
};

const row = (
  version: string,
  [checks, withId]: [number, number],
  more: Partial<FleetRow> = {},
): FleetRow => ({
  ...{ app: 'app', day: today, channel: 'stable', target: 'linux-x86_64', version, checks, withId },
  ...{ offers: 0, proxied: 0, isUnpublished: false, ...more },
});

const createStage = () => {
  const store = createMemoryStore();
  const clock = createHeldClock(`${today}T12:00:00.000Z`);
  const reads = { ...store, findApp: async () => ({ slug: 'app' }) as never };
  const fleetReports = createFleetReports({
    store: reads,
    clock,
    checkCounts: { flush: async () => undefined },
  });
  let sequence = 0;
  const add = (rows: FleetRow[], sketches: FleetSketch[]) => {
    sequence += 1;
    return store.addFleet({ node: 'node', sequence, at: clock.now(), rows, hours: [], sketches });
  };
  const report = (by?: FleetBy, more = {}) => fleetReports.report('app', { by, ...more });
  return { store, clock, add, report };
};

const isNear = (found: number | undefined, expected: number): void =>
  assert.ok(Math.abs((found ?? 0) - expected) <= expected / 10, `${found} is not about ${expected}`);

const codesOf = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);

describe('a channel', () => {
  test('that the app does not have causes a warning with the existing ones', async () => {
    const { store, report } = createStage();
    const channel = { app: 'app', name: 'stable', state: 'active', createdAt: `${today}T00:00:00.000Z` };
    await store.transaction((tx) => tx.insertChannel(channel as never));
    const [warning] = (await report('version', { channel: 'stabel' })).warnings;
    assert.deepEqual(warning, {
      code: 'channel-unknown',
      detail: 'app has no channel stabel. It has: stable.',
    });
    assert.deepEqual(codesOf(await report('version', { channel: 'stable' })), []);
  });
});

describe('the clients of a fleet', () => {
  test('are unknown if no client sends an ID', async () => {
    const { add, report } = createStage();
    await add([row('1.0.0', [500, 0])], []);
    const { totals, rows, estimate, warnings } = await report('version');
    assert.deepEqual([totals.clients, rows[0]?.clients, estimate], [undefined, undefined, undefined]);
    assert.deepEqual(codesOf({ warnings }), ['ids-missing']);
  });

  test('of a version are divided among its targets', async () => {
    const { add, report } = createStage();
    await add(
      [
        row('1.0.0', [900, 600]),
        row('1.0.0', [300, 300], { target: 'darwin-aarch64' }),
        row('1.1.0', [400, 400]),
        row('other', [50, 50]),
      ],
      [sketch('', [0, 450]), sketch('1.0.0', [0, 300]), sketch('1.1.0', [300, 400])],
    );
    const { rows, totals } = await report();
    const [mac, linux, newer, other] = rows;
    isNear(mac?.clients, 100);
    isNear(linux?.clients, 200);
    isNear(newer?.clients, 100);
    assert.equal(other?.clients, undefined);
    isNear(totals.clients, 450);
    const targets = (await report('target')).rows;
    isNear(targets[0]?.clients, 100);
    isNear(targets[1]?.clients, 350);
    const versions = (await report('version')).rows;
    isNear(versions[0]?.clients, 300);
    isNear(versions[1]?.clients, 100);
  });

  test('of several days are those of the day with the most, since days cannot be merged', async () => {
    const { add, report } = createStage();
    const before = { day: '2026-03-13' };
    await add(
      [
        row('1.0.0', [600, 600]),
        row('1.0.0', [900, 900], before),
        row('1.0.0', [90, 90], { channel: 'beta' }),
      ],
      [
        ...[sketch('', [0, 200]), sketch('1.0.0', [0, 200])],
        ...[sketch('', [0, 300], before), sketch('1.0.0', [0, 300], before)],
        ...[sketch('', [150, 240], { channel: 'beta' }), sketch('1.0.0', [150, 240], { channel: 'beta' })],
      ],
    );
    const byDay = (await report('day')).rows.map(({ clients }) => clients);
    isNear(byDay[0], 300);
    isNear(byDay[1], 240);
    isNear((await report('version')).rows[0]?.clients, 300);
    isNear((await report('version', { channel: 'beta' })).totals.clients, 90);
  });

  test('without an ID are estimated from the check rate of the others, with their share', async () => {
    const { add, report } = createStage();
    await add([row('1.0.0', [4000, 1000])], [sketch('', [0, 200])]);
    const { estimate, totals } = await report('version');
    isNear(totals.clients, 200);
    isNear(estimate?.clients, 800);
    assert.equal(estimate?.share, 0.25);
  });

  test('never exceed the checks with an ID', async () => {
    const { add, report } = createStage();
    await add([row('1.0.0', [50, 50])], [sketch('', [0, 50]), sketch('1.0.0', [0, 50])]);
    for (const by of ['version', 'day', 'target', undefined] as const) {
      const { totals, rows, estimate } = await report(by);
      assert.ok((totals.clients ?? 0) <= 50 && (rows[0]?.clients ?? 0) <= 50);
      assert.ok((estimate?.clients ?? 0) <= 50);
    }
  });

  test('that all send one ID cause a warning, here and in a rollout plan', async () => {
    const { store, clock, add, report } = createStage();
    const warned = async () =>
      (await sharedIdWarningsOf(store, { app: 'app', channel: 'stable' } as never, clock)).map(
        ({ code }) => code,
      );
    assert.deepEqual(await warned(), []);
    await add([row('1.0.0', [100, 100])], [sketch('', [0, 1])]);
    assert.deepEqual(codesOf(await report('version')), []);
    assert.deepEqual(await warned(), []);
    await add([row('1.0.0', [400, 400])], []);
    const { warnings, estimate } = await report('version');
    assert.deepEqual(codesOf({ warnings }), ['ids-not-distinct']);
    assert.match(
      warnings[0]?.detail ?? '',
      /^500 checks sent an ID, but never more than 1 different IDs a day\./,
    );
    assert.equal(estimate, undefined);
    assert.deepEqual(await warned(), ['ids-not-distinct']);
  });

  test('are omitted if there are too many sketches; checks are still reported', async () => {
    const { store, add, report } = createStage();
    await add([row('1.0.0', [4000, 1000])], [sketch('', [0, 200])]);
    const [one] = await store.listSketches('app', { from: today, to: today, of: 'channels' });
    assert.ok(one);
    const page = Array.from({ length: bounds.sketchesAtATime }, () => one);
    let pages = 0;
    const listSketches = async () => {
      pages += 1;
      return page;
    };
    const reads = { ...store, listSketches, findApp: async () => ({ slug: 'app' }) as never };
    const checkCounts = { flush: async () => undefined };
    const clock = createHeldClock(`${today}T12:00:00.000Z`);
    const { totals } = await createFleetReports({ store: reads, clock, checkCounts }).report('app', {
      by: 'day',
    });
    assert.deepEqual([totals.checks, totals.clients], [4000, undefined]);
    assert.equal(pages, bounds.readSketches / bounds.sketchesAtATime + 1);
    assert.equal((await report('day')).totals.checks, 4000);
  });
});
