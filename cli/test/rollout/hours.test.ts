import assert from 'node:assert/strict';
import test from 'node:test';
import { hoursTable } from '../../src/rollout/hours.ts';
import { printRollout } from '../../src/rollout/print-rollout.ts';
import { createTestContext } from '../terminal-context.ts';
import { exampleRollout } from './example.ts';

const start = Date.parse('2026-03-14T22:00:00.000Z');
const hourAt = (index: number, counts: { offers?: number; downloads?: number; arrivals?: number } = {}) => ({
  hour: new Date(start + index * 3_600_000).toISOString(),
  target: 'linux-x86_64',
  ...{ offers: 0, downloads: 0, arrivals: 0 },
  ...counts,
});

test('each hour of a rollout has one line for all targets, with a bar of its downloads', () => {
  const other = { ...hourAt(0, { offers: 11, downloads: 100 }), target: 'darwin-aarch64' };
  const hours = [hourAt(2, { offers: 90, arrivals: 7 }), hourAt(0, { offers: 600, downloads: 300 }), other];
  assert.equal(
    hoursTable([...hours, hourAt(1), hourAt(3, { downloads: 200 })]),
    [
      '  hour (UTC)        offers  downloads  checks from it',
      '  2026-03-14 22:00     611        400               0  ██████████████████████',
      '  2026-03-15 00:00      90          0               7',
      '  2026-03-15 01:00       0        200               0  ███████████',
    ].join('\n'),
  );
});

test('many hours are summed by day, and the last days are shown in 80 columns', () => {
  const many = Array.from({ length: 24 * 40 }, (_, index) =>
    hourAt(index, { offers: 123_456_789, downloads: 98_765_432, arrivals: 123_456_789 }),
  );
  const lines = hoursTable(many)?.split('\n') ?? [];
  assert.equal(lines.length, 25);
  assert.match(lines.at(-1) ?? '', /^ {2}2026-04-23 +\d+ +\d+ +\d+ {2}█+.?$/);
  assert.ok(lines.every((line) => line.length <= 80));
});

test('without activity there is no table', () => {
  assert.equal(hoursTable([]), undefined);
  assert.equal(hoursTable([hourAt(0), hourAt(1)]), undefined);
});

test('hours are shown for a rollout that was read, not after a change', () => {
  const of = { version: '1.4.0', channel: 'stable' };
  const hours = [hourAt(0, { offers: 5, downloads: 3 })];
  const printed = (reading: Parameters<typeof printRollout>[1]) => {
    const { context, written } = createTestContext('/');
    printRollout(of, reading, context);
    return written.stdout;
  };
  assert.match(printed({ rollout: exampleRollout, hours }), /\n {2}2026-03-14 22:00 +5 +3 +0 {2}█+\n/);
  assert.doesNotMatch(printed({ rollout: exampleRollout, hours: [] }), /UTC\) +offers/);
});
