import assert from 'node:assert/strict';
import test from 'node:test';
import { Failure } from '../../src/errors/failure.ts';
import { createLinesView } from '../../src/publish/report/view-lines.ts';
import { createOutput, wantsColor } from '../../src/terminal/output.ts';
import { jsonLine, oneLine, stripControlCharacters } from '../../src/terminal/plain-text.ts';
import { createRateMeter } from '../../src/terminal/rate-meter.ts';

test('color is used only in terminals, and never with NO_COLOR', () => {
  const terminal = { isTTY: true, write: () => {} };
  assert.equal(wantsColor(terminal, {}), true);
  assert.equal(wantsColor(terminal, { NO_COLOR: '1' }), false);
  assert.equal(wantsColor(terminal, { NO_COLOR: '' }), true);
  assert.equal(wantsColor(terminal, { TERM: 'dumb' }), false);
  assert.equal(wantsColor({ write: () => {} }, {}), false);
});

test('untrusted text cannot move the cursor or forge a line', () => {
  assert.equal(
    stripControlCharacters('a\u001b[2Jb\u001b]0;title\u0007c\rd\u009b'),
    'a\ufffd[2Jb\ufffd]0;title\ufffdc\ufffdd\ufffd',
  );
  assert.equal(stripControlCharacters('\u001b[32mgood\u001b[39m\n\ttab'), '\u001b[32mgood\u001b[39m\n\ttab');
  assert.equal(
    stripControlCharacters('a\u001b[8mhidden'),
    'a\ufffd[8mhidden',
    'colours that are not ours hide text',
  );
  assert.equal(stripControlCharacters('a\u202etxt.exe'), 'a\ufffdtxt.exe', 'nor is writing turned around');
  assert.equal(oneLine('a\n\tb\u001b[32m'), 'a b\ufffd[32m');
  const value = { name: 'a\u009b8m\u202eb\u001b' };
  assert.equal(jsonLine(value), '{"name":"a\\u009b8m\\u202eb\\u001b"}');
  assert.deepEqual(JSON.parse(jsonLine(value)), value);
});

const capture = (json: boolean) => {
  const written = { out: '', err: '' };
  const output = createOutput({
    stdout: {
      write: (text) => {
        written.out += text;
      },
    },
    stderr: {
      write: (text) => {
        written.err += text;
      },
    },
    env: {},
    json,
  });
  return { output, written };
};

test('output is lines for people or one JSON object per line, both with the error', () => {
  const failure = new Failure('It broke.', { exit: 3, code: 'broken', remedy: 'Mend it.' });
  for (const json of [false, true]) {
    const { output, written } = capture(json);
    output.line('result');
    output.note('beside');
    output.object({ result: 1 });
    output.failure(failure);
    assert.equal(written.err, json ? 'error: It broke.\nMend it.\n' : 'beside\nerror: It broke.\nMend it.\n');
    const lines = written.out.trimEnd().split('\n');
    if (!json) assert.deepEqual(lines, ['result']);
    else {
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        [
          { result: 1 },
          { event: 'error', code: 'broken', message: 'It broke.', remedy: 'Mend it.', exit: 3 },
        ],
      );
    }
  }
});

test('the rate covers the last seconds', () => {
  let now = 0;
  const meter = createRateMeter(() => now);
  for (now = 1000; now <= 10_000; now += 1000) meter.add(now);
  assert.equal(meter.bytesPerSecond(), 1000);
  for (; now <= 20_000; now += 1000) meter.add(10_000);
  assert.equal(meter.bytesPerSecond(), 0);
});

test('without a terminal, progress is a few plain lines', () => {
  const { output, written } = capture(false);
  let now = 0;
  const view = createLinesView(output, () => now);
  const file = { target: 'l-x', sizeBytes: 2048, seconds: 2, outcome: undefined } as const;
  const total = { bytes: 1024, sizeBytes: 2048, bytesPerSecond: 512, secondsLeft: 2 };
  view.onChange({ ...file, phase: 'hashing', bytes: 1 }, total);
  for (now = 0; now < 9_000; now += 100) view.onChange({ ...file, phase: 'uploading', bytes: 1 }, total);
  view.onRetry('l-x', 'The line broke.', 1500);
  view.onChange({ ...file, phase: 'done', bytes: 2048, outcome: 'sent' }, total);
  assert.deepEqual(written.err.trimEnd().split('\n'), [
    'l-x: uploading 2.0 KiB',
    '1.0 KiB of 2.0 KiB, 512 B/s, 2.0 s left',
    'l-x: The line broke. Retrying in 1.5 s.',
    'l-x: uploaded 2.0 KiB in 2.0 s, 1.0 KiB/s',
  ]);
});
