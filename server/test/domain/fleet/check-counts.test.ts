import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createCheckCounts } from '../../../src/domain/fleet/check-counts.ts';
import {
  type CheckCounter,
  makeCheckCounter,
  makeOfferCounter,
} from '../../../src/domain/fleet/counters/counter.ts';
import type { App } from '../../../src/domain/model/app.ts';
import { bounds } from '../../../src/domain/model/bounds.ts';
import { Refusal } from '../../../src/domain/model/errors.ts';
import type { FleetBatch } from '../../../src/domain/model/fleet.ts';
import { makeSite } from '../../../src/domain/model/site.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createMemoryStore } from '../../memory/store.ts';
import { createHeldClock } from '../world.ts';

const siteOf = (slug: string, versions = ['1.0.0', 'v1.1.0']) =>
  makeSite(
    {
      ...{ host: `${slug}.localhost`, baseUrl: `http://${slug}.localhost`, channels: ['stable'] },
      versions: new Map(versions.map((version) => [version.replace('v', ''), version])),
    },
    { slug } as App,
    [],
  );

const place = { channel: 'stable', target: 'linux-x86_64', isTargetOffered: true };
const march = { from: '2026-03-01', to: '2026-03-31' };

const createStage = () => {
  const store = createMemoryStore();
  const clock = createHeldClock('2026-03-01T00:00:00.000Z');
  let mode: 'flush' | 'lose' | 'fail' = 'flush';
  const others: number[] = [];
  const addFleet = async (batch: FleetBatch) => {
    const away = new Refusal('database-unavailable', 'away');
    if (mode === 'fail') throw away;
    await store.addFleet(batch);
    if (mode === 'lose') throw away;
  };
  const needs = { clock, ids: randomIds, onOther: (checks: number) => others.push(checks) };
  const checkCounts = createCheckCounts({ ...needs, store: { ...store, addFleet } });
  const site = siteOf('hello');
  const cellOf = (version: string, more = {}): CheckCounter => {
    const cell = makeCheckCounter(site, { ...place, ...more }, version);
    assert.ok(cell);
    return cell;
  };
  const versions = async () =>
    (await store.sumFleet('hello', march, 'version')).map(({ version, checks }) => [version, checks]);
  const set = (to: typeof mode) => {
    mode = to;
  };
  return { store, clock, checkCounts, site, cellOf, versions, others, set };
};

describe('counting checks', () => {
  test('however checks, flushes and failures follow each other, the sum is exact', async () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('check' as const),
        version: fc.constantFrom('1.0.0', '1.1.0', '0.3'),
        times: fc.nat(5),
      }),
      fc.record({ kind: fc.constantFrom('flush' as const, 'lose' as const, 'fail' as const) }),
      fc.record({ kind: fc.constant('day' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { checkCounts, cellOf, clock, store, set } = createStage();
        const cells = new Map(['1.0.0', '1.1.0', '0.3'].map((version) => [version, cellOf(version)]));
        const expected = new Map<string, number>();
        for (const one of steps) {
          if (one.kind === 'check')
            for (let i = 0; i < one.times; i++) {
              checkCounts.countCheck(cells.get(one.version) as CheckCounter);
              expected.set(one.version, (expected.get(one.version) ?? 0) + 1);
            }
          else if (one.kind === 'day') clock.advance(3600);
          else {
            set(one.kind);
            await checkCounts.flush().catch(() => {});
          }
        }
        set('flush');
        await checkCounts.flush();
        await checkCounts.flush();
        const sums = await store.sumFleet('hello', { from: '2026-03-01', to: '2026-04-30' }, 'version');
        const found = new Map(sums.map(({ version = '', checks }) => [version.replace('v', ''), checks]));
        assert.deepEqual(found, new Map([...expected].sort()));
      }),
      { numRuns: 200 },
    );
  });

  test('a version is counted as the app spells it; what it never published, as the client does', async () => {
    const { checkCounts, cellOf, versions } = createStage();
    for (const version of ['1.1.0', 'v1.1.0', 'V1.0.0', '0.9', 'a b', 'x'.repeat(33), 'über', 'other'])
      checkCounts.countCheck(cellOf(version));
    await checkCounts.flush();
    assert.deepEqual(await versions(), [
      ['0.9', 1],
      ['1.0.0', 1],
      ['other', 4],
      ['v1.1.0', 2],
    ]);
  });

  test('a target that the channel has nothing for is other; channels that are not there count nothing', () => {
    const { site, cellOf } = createStage();
    assert.equal(cellOf('1.0.0', { target: 'beos-m68k', isTargetOffered: false }).target, 'other');
    assert.equal(makeCheckCounter(site, { ...place, channel: 'made-up' }, '1.0.0'), undefined);
    assert.equal(makeCheckCounter(siteOf('new', []), place, '1.0.0'), undefined);
    for (const probe of ['0.0.0-check.mwiqmiop', '1.0.0+check.mwiqmiop', '1.0.0+5.check.mwiqmiop'])
      assert.equal(makeCheckCounter(site, place, probe), undefined, probe);
    for (const version of ['1.0.0+5', '1.0.0-check.1', '1.0.0+check', '1.0.0-rc.check.1'])
      assert.notEqual(makeCheckCounter(site, place, version), undefined, version);
  });

  test('checks count for the day of the first that was added up with them', async () => {
    const { checkCounts, cellOf, clock, store } = createStage();
    const cell = cellOf('1.0.0');
    await checkCounts.flush();
    clock.advance(24 * 3600 + 1);
    checkCounts.countCheck(cell);
    await checkCounts.flush();
    clock.advance(24 * 3600);
    checkCounts.countCheck(cell);
    await checkCounts.flush();
    const days = await store.sumFleet('hello', march, 'day');
    assert.deepEqual(
      days.map(({ day }) => day),
      ['2026-03-02', '2026-03-03'],
    );
  });

  test('ten thousand made-up versions are few rows, and told of', async () => {
    const { checkCounts, cellOf, versions, others } = createStage();
    for (let n = 0; n < 10_000; n++) checkCounts.countCheck(cellOf(`0.0.${n}`));
    checkCounts.countCheck(cellOf('1.0.0'));
    await checkCounts.flush();
    const rows = await versions();
    assert.equal(rows.length, bounds.unpublishedVersionsOfDay + 2);
    assert.ok(rows.some(([version, checks]) => version === 'other' && checks === 10_000 - 16));
    assert.equal(
      others.reduce((sum, checks) => sum + checks, 0),
      10_000 - 16,
    );
  });

  test('an app with more rows than there is room for keeps its sum', async () => {
    const { checkCounts, cellOf, store } = createStage();
    const wide = bounds.fleetRowsOfApp + 50;
    for (let n = 0; n < wide; n++) checkCounts.countCheck(cellOf('1.0.0', { target: `t${n}` }));
    await checkCounts.flush();
    const rows = await store.listFleet('hello', march);
    assert.equal(
      rows.reduce((sum, { checks }) => sum + checks, 0),
      wide,
    );
    assert.equal(rows.filter(({ version }) => version === 'other').length, 50);
  });

  test('what happens to a release is counted by the hour', async () => {
    const { checkCounts, store, clock } = createStage();
    const batches: FleetBatch[] = [];
    const noted = createCheckCounts({
      ...{ clock, ids: randomIds },
      store: { ...store, addFleet: async (batch) => void batches.push(batch) },
    });
    const tally = makeOfferCounter('rel_1', 'linux-x86_64');
    clock.advance(5400);
    noted.countOffer(tally);
    noted.countOffer(tally);
    noted.countReader(tally);
    for (let i = 0; i < 7; i++) noted.countCheckIn(tally, 3);
    noted.countCheckIn(tally, 4);
    await noted.flush();
    const hour = { releaseId: 'rel_1', target: 'linux-x86_64', hour: '2026-03-01T01:00:00.000Z' };
    const counts = { offers: 2, readers: 1, arrivals: 0, downloads: 0 };
    assert.deepEqual(batches[0]?.hours, [{ ...hour, ...counts }]);
    const at = clock.now();
    const checkIn = { releaseId: 'rel_1', target: 'linux-x86_64', at };
    assert.deepEqual(batches[0]?.checkIns, [
      { ...checkIn, network: 3, count: 5 },
      { ...checkIn, network: 4, count: 1 },
    ]);
    await checkCounts.flush();
  });
});
