import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { UsageSummary } from '@slipway/api';
import { csvFileName, toCsv } from '../src/screens/usage/csv.ts';
import { dateWindows, firstDay, parseDays } from '../src/screens/usage/range.ts';
import { admin, holderOf, refusal } from './planted.ts';
import { drawComponent, openAt, wordsIn } from './render.ts';

const { clearQueries, setQueryData } = await import('../src/data/query-cache.ts');
const { session } = await import('../src/data/session.ts');
const { UsageScreen } = await import('../src/screens/usage.tsx');

const html = (query: Record<string, string> = {}): string =>
  drawComponent(UsageScreen, { app: 'lantern', params: {}, query });

const sums = (rows: UsageSummary['rows']): { usage: UsageSummary } => {
  const add = (name: 'bytes' | 'downloads') => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    usage: {
      ...{ from: '2026-11-01', to: '2026-11-03', rows },
      totals: { bytes: add('bytes'), downloads: add('downloads') },
      month: { bytes: 0, allowanceBytes: null, resetsAt: '2026-12-01T00:00:00Z' },
    },
  };
};

const plantAll = (value: (by: 'day' | 'release' | 'target') => object): void => {
  for (const by of ['day', 'release', 'target'] as const) setQueryData(`lantern/usage/${by}/30`, value(by));
};

describe('usage', () => {
  beforeEach(() => {
    openAt('/apps/lantern/usage');
    clearQueries();
    session.value = admin;
  });

  test('is shown by day, release and target, largest first', () => {
    const rows = {
      day: [{ day: '2026-11-02', downloads: 4, bytes: 4_000_000 }],
      release: [
        { releaseId: 'rel_1', version: '1.4.2', downloads: 1, bytes: 1_000_000 },
        { releaseId: 'rel_2', version: '1.5.0', downloads: 3, bytes: 3_000_000 },
      ],
      target: [{ target: 'linux-x86_64', downloads: 4, bytes: 4_000_000 }],
    };
    plantAll((by) => ({ value: sums(rows[by]) }));
    const words = wordsIn(html());
    assert.match(words, /4 downloads · 4 MB transferred/);
    assert.match(words, /Release Downloads Share Data 1\.5\.0 3 75% 3 MB 1\.4\.2 1 25% 1 MB/);
    assert.match(words, /linux-x86_64 4 100% 4 MB/);
    assert.match(words, /7 days 30 days 90 days 1 year Export CSV/);
  });

  test('is marked as incomplete if caches or S3 delivered files', () => {
    const { usage } = sums([{ day: '2026-11-02', downloads: 4, bytes: 4_000_000, partial: true }]);
    plantAll(() => ({ value: { usage: { ...usage, partial: true } } }));
    assert.match(
      wordsIn(html()),
      /4 downloads · 4 MB transferred \(incomplete\) Caches or S3 served part of this/,
    );
    plantAll(() => ({ value: { usage: { ...sums([]).usage, partial: true } } }));
    assert.match(wordsIn(html()), /No downloads in this period Caches or S3 served part of this/);
  });

  test('has an empty state that says what counts', () => {
    plantAll(() => ({ value: sums([]) }));
    assert.match(wordsIn(html()), /No downloads in this period A download counts when it completes/);
  });

  test('shows skeletons while loading, and load errors for each part', () => {
    assert.equal(html().match(/class="skeleton"/g)?.length, 3);
    plantAll(() => ({ error: refusal('database-unavailable') }));
    assert.equal(wordsIn(html()).match(/Retry(?!ing)/g)?.length, 3);
  });

  test('cannot be downloaded without the read scope, with the reason', () => {
    session.value = holderOf('publish');
    assert.match(wordsIn(html()), /Export CSV Requires the read scope\. Your key has: publish\./);
  });
});

test('days, windows and files of usage', () => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  assert.deepEqual([parseDays(undefined), parseDays('90'), parseDays('12')], ['30', '90', '30']);
  assert.equal(firstDay('7', now), '2026-11-10');
  assert.deepEqual(dateWindows('7', now), [{ from: '2026-11-10', to: '2026-11-16' }]);
  const year = dateWindows('365', now);
  assert.equal(year.length, 13);
  assert.deepEqual([year[0]?.from, year.at(-1)?.to], [firstDay('365', now), '2026-11-16']);
  for (const [at, { to }] of year.slice(0, -1).entries())
    assert.equal(Date.parse(year[at + 1]?.from ?? ''), Date.parse(to) + 86_400_000);
  const row = { day: '2026-11-02', releaseId: 'rel_1', version: '1.5.0', target: 'linux-x86_64' };
  assert.equal(
    toCsv([{ ...row, downloads: 4, bytes: 400 }]),
    'day,release_id,version,target,downloads,bytes\r\n2026-11-02,rel_1,1.5.0,linux-x86_64,4,400\r\n',
  );
  assert.equal(csvFileName('lantern', '2026-11-01', '2026-11-03'), 'lantern-usage-2026-11-01-2026-11-03.csv');
});
