import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fleet } from '@slipway/api';
import { denialReasonFor } from '../src/data/session.ts';
import { elapsedShareOfMonth, forecastAllowance } from '../src/screens/overview/allowance-forecast.ts';
import {
  compareNewestFirst,
  currentShares,
  groupInstalledByDay,
} from '../src/screens/overview/installed-by-day.ts';
import {
  buildOfferMatrix,
  orderChannelNames,
  summarizeChannel,
} from '../src/screens/overview/offer-matrix.ts';
import {
  columnShares,
  fitLabels,
  groupLabels,
  niceSteps,
  pickLabels,
  stackOffsets,
} from '../src/ui/charts/scale.ts';
import { formatBytes, formatShare, shortenId } from '../src/ui/format.ts';

/* Logic of the screens, without rendering. */

const offer = ([channel, target]: [string, string], version: string, newest: boolean) => ({
  ...{ channel, target, version, newest, releaseId: `rel_${version}` },
  publishedAt: '2026-11-10T14:02:00Z',
});

describe('the offer matrix', () => {
  const offers = [
    offer(['stable', 'linux'], '1.5.0', true),
    offer(['stable', 'deb'], '1.4.2', false),
    offer(['beta', 'linux'], '1.6.0-beta.1', true),
  ];

  test('has a row for each target', () => {
    const [deb, linux] = buildOfferMatrix(offers);
    assert.deepEqual(
      [deb?.target, deb?.offers.stable?.version, deb?.offers.beta],
      ['deb', '1.4.2', undefined],
    );
    assert.equal(linux?.offers.beta?.version, '1.6.0-beta.1');
  });

  test('has a summary for each channel, with the targets that are behind', () => {
    const { version, targets, behind } = summarizeChannel('stable', offers);
    assert.deepEqual([version, targets, behind], ['1.5.0', 1, [{ target: 'deb', version: '1.4.2' }]]);
    assert.equal(summarizeChannel('nightly', offers).version, undefined);
  });

  test('lists stable first, then channels by creation time', () => {
    const made = (name: string, createdAt: string) => ({ name, createdAt });
    const channels = [made('beta', '2026-02'), made('alpha', '2026-03'), made('stable', '2026-01')];
    assert.deepEqual(orderChannelNames(channels), ['stable', 'beta', 'alpha']);
  });
});

describe('installed versions', () => {
  const row = (day: string, version: string, checks: number) => ({
    ...{ day, version, checks, channel: 'stable', target: 'linux', offers: 0, withId: 0, clients: null },
  });
  const fleet = {
    from: '2026-11-01',
    to: '2026-11-02',
    totals: { checks: 40, offers: 0, withId: 0, clients: null },
    rows: [row('2026-11-01', '1.9.0', 10), row('2026-11-02', '1.10.0', 20), row('2026-11-02', '1.9.0', 10)],
    estimate: null,
    warnings: [],
  } satisfies Fleet;

  test('are bands by day, the newest first', () => {
    const { days, bands } = groupInstalledByDay(fleet);
    assert.deepEqual(days, ['2026-11-01', '2026-11-02']);
    assert.deepEqual(bands, [
      { name: '1.10.0', values: [0, 20] },
      { name: '1.9.0', values: [10, 10] },
    ]);
  });

  test('begin on the first day that has checks', () => {
    const { days, bands } = groupInstalledByDay({ ...fleet, from: '2026-10-04' });
    assert.deepEqual(days, ['2026-11-01', '2026-11-02']);
    assert.deepEqual(bands[1]?.values, [10, 10]);
    assert.deepEqual(groupInstalledByDay({ ...fleet, from: '2026-10-04', rows: [] }).days, ['2026-11-02']);
  });

  test('beyond the limit share one band', () => {
    const { bands } = groupInstalledByDay(fleet, 1);
    assert.deepEqual(
      bands.map(({ name }) => name),
      ['1.9.0', 'Other'],
    );
  });

  test('always include the newest', () => {
    const row = (version: string, checks: number) => ({ ...fleet.rows[0], version, checks });
    const days = { from: '2026-11-01', to: '2026-11-01' };
    const rows = [row('1.4.2', 900), row('1.4.1', 60), row('1.4.0', 30), row('1.3.0', 20), row('1.5.0', 1)];
    const { bands } = groupInstalledByDay({ ...fleet, ...days, rows } as typeof fleet);
    assert.deepEqual(
      bands.map(({ name }) => name),
      ['1.5.0', '1.4.2', '1.4.1', '1.4.0', 'Other'],
    );
  });

  test('have their share now and a week ago', () => {
    const [newest] = currentShares(groupInstalledByDay(fleet));
    const { name, share, week } = newest ?? {};
    assert.deepEqual([name, share?.toFixed(2), week], ['1.10.0', '0.67', undefined]);
    assert.deepEqual(currentShares({ days: [], bands: [] }), []);
  });

  test('compare as on the server, a beta below its release', () => {
    assert.deepEqual(['1.9.0', '2.0-beta.1', '1.10.0', 'nightly', '2.0'].sort(compareNewestFirst), [
      '2.0',
      '2.0-beta.1',
      '1.10.0',
      '1.9.0',
      'nightly',
    ]);
  });
});

describe('the allowance at this pace', () => {
  const now = Date.parse('2026-11-16T00:00:00Z');
  const month = { bytes: 1600, allowanceBytes: 2000, resetsAt: '2026-12-01T00:00:00Z' };

  test('lasts, runs out on a day, or is used up', () => {
    assert.deepEqual(forecastAllowance(month, 10, now), { kind: 'lasts' });
    assert.deepEqual(forecastAllowance(month, 200, now), {
      kind: 'runs-out',
      on: Date.parse('2026-11-18T00:00:00Z'),
    });
    assert.deepEqual(forecastAllowance({ ...month, bytes: 2000 }, 0, now), { kind: 'used-up' });
    assert.deepEqual(forecastAllowance({ ...month, allowanceBytes: null }, 9, now), { kind: 'unlimited' });
  });

  test('is compared with the elapsed part of the month', () =>
    assert.equal(elapsedShareOfMonth(month.resetsAt, now), 0.5));
});

describe('charts', () => {
  test('have round steps and few labels', () => {
    assert.deepEqual(niceSteps(5900), [0, 3000, 6000]);
    assert.deepEqual(niceSteps(3), [0, 2, 4]);
    assert.deepEqual(niceSteps(1), [0, 1]);
    assert.deepEqual(niceSteps(0), [0, 1]);
    assert.deepEqual(pickLabels(30, 3), [0, 15, 29]);
    assert.deepEqual(pickLabels(0, 3), []);
  });

  test('have an axis that reaches the largest value', () => {
    for (let max = 1; max < 100_000; max = Math.ceil(max * 1.3))
      assert.ok((niceSteps(max).at(-1) ?? 0) >= max, `${max}: ${niceSteps(max)}`);
  });

  test('name the releases of one day together', () => {
    const event = (at: number, label: string) => ({ at, label });
    assert.deepEqual(groupLabels([event(3, '1.2.0'), event(1, '1.0.0'), event(3, '1.1.0')]), [
      event(1, '1.0.0'),
      event(3, '1.2.0, 1.1.0'),
    ]);
    assert.deepEqual(groupLabels(['a', 'b', 'c'].map((label) => event(0, label))), [event(0, '3 releases')]);
  });

  test('keep labels inside the plot and apart from each other', () => {
    const labels = [44, 60, 200, 230, 590, 599].map((x) => ({ x, label: '1.6.0-beta.1' }));
    const fitted = fitLabels(labels, 44, 600).map(({ x }) => Math.round(x));
    const half = 40;
    assert.deepEqual(fitted, [560, 230, 84]);
    assert.ok(fitted.every((x) => x - half >= 44 && x + half <= 600));
  });

  test('stack parts of a whole, and a day without any is empty', () => {
    const shares = columnShares(
      [
        [1, 0],
        [3, 0],
      ],
      2,
    );
    assert.deepEqual(shares, [
      [0.25, 0],
      [0.75, 0],
    ]);
    assert.deepEqual(stackOffsets(shares), [
      [0, 0],
      [0.25, 0],
    ]);
  });
});

describe('numbers', () => {
  test('are short, and small amounts never show as zero', () => {
    assert.deepEqual(
      [formatBytes(0), formatBytes(999), formatBytes(1_620_000_000_000)],
      ['0 B', '999 B', '1.62 TB'],
    );
    assert.deepEqual([formatShare(0), formatShare(0.0004), formatShare(0.362)], ['0%', '<0.1%', '36.2%']);
    assert.equal(shortenId('rel_5Qm2vXc8AbCdEfGhIjKl'), 'rel_5Qm2…IjKl');
  });
});

describe('permissions', () => {
  const key = (scopes: ('read' | 'publish' | 'withdraw')[]) =>
    ({
      actor: 'key',
      key: { id: 'key_1', name: 'k', scopes, expiresAt: null },
      app: 'a',
      expiresAt: null,
    }) as const;

  test('are explained with a reason', () => {
    assert.equal(
      denialReasonFor('withdraw', key(['publish', 'read'])),
      'Requires the withdraw scope. Your key has: publish, read.',
    );
    assert.equal(denialReasonFor(['publish', 'withdraw'], key(['withdraw'])), undefined);
    assert.equal(denialReasonFor('admin', key(['read'])), 'Requires the admin key.');
    assert.equal(
      denialReasonFor('admin', { actor: 'admin', key: null, app: null, expiresAt: null }),
      undefined,
    );
  });
});
