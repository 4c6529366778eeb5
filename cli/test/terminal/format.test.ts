import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { formatBar, formatChart } from '../../src/terminal/chart.ts';
import {
  formatBytes,
  formatInstant,
  formatSeconds,
  formatTable,
  parseBytes,
} from '../../src/terminal/format.ts';
import { quoteForShell } from '../../src/terminal/shell-quote.ts';

test('bytes, durations and timestamps are human-readable', () => {
  assert.deepEqual([0, 1023, 1024, 1536, 1024 ** 2 - 1, 1024 ** 4].map(formatBytes), [
    '0 B',
    '1023 B',
    '1.0 KiB',
    '1.5 KiB',
    '1.0 MiB',
    '1.0 TiB',
  ]);
  assert.deepEqual([0.44, 12.4, 65, 7800, Number.POSITIVE_INFINITY].map(formatSeconds), [
    '0.4 s',
    '12 s',
    '1 min 05 s',
    '2 h 10 min',
    '–',
  ]);
  assert.deepEqual(
    [formatInstant(null), formatInstant('2026-01-31T12:34:56.789Z')],
    ['–', '2026-01-31 12:34'],
  );
  assert.deepEqual(['500', '10G', '1.5 TiB', '3 mb', 'x', '-1', '1e3'].map(parseBytes), [
    500,
    10 * 1024 ** 3,
    1.5 * 1024 ** 4,
    3 * 1024 ** 2,
    undefined,
    undefined,
    undefined,
  ]);
});

test('table columns fit their content, with numbers right-aligned and versions left-aligned', () => {
  const rows = [
    ['1.0.0', '5 B', '7'],
    ['1.10.0', '1.5 KiB', '12'],
  ];
  assert.equal(
    formatTable(['version', 'size', 'n'], rows),
    'version     size   n\n1.0.0        5 B   7\n1.10.0   1.5 KiB  12',
  );
});

test('untrusted text stays in its row: a reason cannot add a line to the audit log', () => {
  const forged = 'crashes\n2026-01-31 12:00  admin  app.delete\u001b[8m';
  const lines = formatTable(['when', 'details'], [['2026-01-30', forged]]).split('\n');
  assert.equal(lines.length, 2);
  assert.equal(lines[1], '2026-01-30  crashes 2026-01-31 12:00  admin  app.delete\ufffd[8m');
});

test('a shell parses every quoted argument back to the original', () => {
  const words = [
    '--app',
    'linux-x86_64=out/a.bin',
    'my file',
    "it's",
    '$HOME',
    '',
    '*',
    'a"b',
    '`id`',
    '~',
    'ä',
  ];
  const line = `printf '%s\\0' ${words.map(quoteForShell).join(' ')}`;
  const { stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
  assert.deepEqual(stdout.split('\0').slice(0, -1), words);
  assert.equal(quoteForShell('linux-x86_64=out/a.bin'), 'linux-x86_64=out/a.bin', 'bare where it can be');
});

test('a chart shows every value above zero', () => {
  assert.equal(formatBar(1, 1000, 10), '▏');
  assert.equal(formatBar(0, 1000, 10), '');
  assert.equal(formatBar(1000, 1000, 4), '████');
  assert.equal(
    formatChart(
      [
        { label: 'a', value: 4, text: '4' },
        { label: 'bb', value: 2, text: '2' },
      ],
      4,
    ),
    'a   4  ████\nbb  2  ██',
  );
});
