import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSemaphore } from '../src/semaphore.ts';
import { parseStorageError } from '../src/storage-error.ts';
import { type PartsUpload, sendParts } from '../src/upload-parts.ts';
import { nextUpload, runUpload, startUpload, type UploadFailure } from '../src/upload-steps.ts';

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;

describe('upload steps', () => {
  const cases: [string, Parameters<typeof startUpload>[0], inParts: boolean, wholeIfFresh: boolean][] = [
    [
      'a small file is sent whole',
      { sizeBytes: 64 * MiB - 1, startsInParts: true, resumes: true },
      false,
      false,
    ],
    ['a large file is sent whole', { sizeBytes: 64 * MiB }, false, false],
    ['a large file starts in parts where wanted', { sizeBytes: 64 * MiB, startsInParts: true }, true, false],
    [
      'a resumed large file goes on with its parts, if any',
      { sizeBytes: 64 * MiB, resumes: true },
      true,
      true,
    ],
    ['4 GiB are sent whole', { sizeBytes: 4 * GiB }, false, false],
    ['more than 4 GiB need parts', { sizeBytes: 4 * GiB + 1, resumes: true }, true, false],
  ];
  for (const [title, rules, inParts, wholeIfFresh] of cases)
    test(title, () => {
      assert.deepEqual(startUpload(rules), { attempt: 1, inParts, wholeIfFresh, silentAttempts: 0 });
    });

  const failures: [string, UploadFailure, partsAfterFailure: boolean, inParts: boolean, waitMs: number][] = [
    ['a failure waits', { kind: 'failed' }, false, false, 500],
    ['a failure switches to parts where wanted', { kind: 'failed' }, true, true, 500],
    ['a slow connection switches to parts at once', { kind: 'slow' }, false, true, 0],
    ['Retry-After is respected', { kind: 'failed', retryAfterSeconds: 7 }, false, false, 7000],
    [
      'a shorter Retry-After than the backoff is not',
      { kind: 'failed', retryAfterSeconds: 0 },
      false,
      false,
      500,
    ],
  ];
  for (const [title, failure, partsAfterFailure, inParts, waitMs] of failures)
    test(title, () => {
      const next = nextUpload(startUpload({ sizeBytes: 1 }), failure, { partsAfterFailure, random: () => 1 });
      assert.deepEqual(
        [next?.state.inParts, next?.state.wholeIfFresh, next?.waitMs],
        [inParts, false, waitMs],
      );
    });

  test('waits double up to ten seconds, and the eighth failure is the last', () => {
    const waits: number[] = [];
    let state = startUpload({ sizeBytes: 1 });
    for (;;) {
      const next = nextUpload(state, { kind: 'failed' }, { random: () => 1 });
      if (next === undefined) break;
      waits.push(next.waitMs);
      state = next.state;
    }
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  const run = async (outcomes: (UploadFailure['kind'] | 'final' | 'done')[]) => {
    const waits: string[] = [];
    const inParts: boolean[] = [];
    const ended = await runUpload({
      sizeBytes: 1,
      partsAfterFailure: true,
      signal: new AbortController().signal,
      sleep: async () => {},
      attempt: async (state) => {
        inParts.push(state.inParts);
        const outcome = outcomes[state.attempt - 1] ?? 'done';
        if (outcome !== 'done') throw outcome;
        return outcome;
      },
      classify: (error) => (error === 'final' ? undefined : { kind: error as UploadFailure['kind'] }),
      onWait: (error) => void waits.push(String(error)),
    }).catch((error: unknown) => error);
    return { ended, waits, inParts };
  };

  test('an upload is retried until it is done', async () => {
    const { ended, waits, inParts } = await run(['failed', 'slow', 'done']);
    assert.deepEqual([ended, waits, inParts], ['done', ['failed', 'slow'], [false, true, true]]);
  });

  test('three attempts in a row that send nothing end it, others in between do not', async () => {
    assert.equal((await run(['silent', 'silent', 'silent', 'done'])).ended, 'silent');
    assert.equal((await run(['silent', 'silent', 'failed', 'silent', 'silent', 'done'])).ended, 'done');
  });

  test('a final error is thrown at once, and the last one after eight attempts', async () => {
    assert.deepEqual(await run(['final']), { ended: 'final', waits: [], inParts: [false] });
    const { ended, waits } = await run(Array.from({ length: 9 }, () => 'failed' as const));
    assert.deepEqual([ended, waits.length], ['failed', 7]);
  });
});

describe('storage errors', () => {
  const xml = (code: string): string => `<Error><Code>${code}</Code><Message>Why</Message></Error>`;
  const cases: [number, string, code: string, canRetry: boolean, isOtherBytes: boolean][] = [
    [503, '', 'status-503', true, false],
    [507, '{"code":"storage-full","detail":"Full."}', 'storage-full', false, false],
    [403, xml('AccessDenied'), 'AccessDenied', true, false],
    [404, xml('NoSuchUpload'), 'NoSuchUpload', true, false],
    [408, '', 'status-408', true, false],
    [429, '', 'status-429', true, false],
    [400, xml('BadDigest'), 'BadDigest', false, true],
    [403, xml('XAmzContentSHA256Mismatch'), 'XAmzContentSHA256Mismatch', false, true],
    [400, '{"code":"upload-size-differs","detail":"Other."}', 'upload-size-differs', false, true],
    [413, 'no XML', 'status-413', false, false],
  ];
  test('say whether a retry can help', () => {
    for (const [status, text, code, canRetry, isOtherBytes] of cases) {
      const { detail, ...error } = parseStorageError({ status, text });
      assert.deepEqual(error, { code, canRetry, isOtherBytes });
      assert.ok(detail !== '');
    }
  });
});

describe('parts', () => {
  const stage = (put: PartsUpload['put'], uploaded: PartsUpload['parts']['uploaded'] = []) => {
    const sent: number[] = [];
    const stop = new AbortController();
    const urls = ['1', '2', '3'];
    const upload: PartsUpload = {
      parts: { partSize: 4, urls, uploaded },
      sizeBytes: 10,
      semaphore: createSemaphore(1),
      signal: stop.signal,
      onSent: (bytes) => void sent.push(bytes),
      put,
    };
    return { sent, stop, go: () => sendParts(upload) };
  };

  test('that are missing are sent, each with its range', async () => {
    const ranges: [string, number, number][] = [];
    const { go, sent } = stage(
      async ({ url, start, length, onSent }) => {
        ranges.push([url, start, length]);
        onSent(1);
        return url === '3' ? null : `"${url}"`;
      },
      [{ number: 2, etag: '"two"' }],
    );
    assert.deepEqual(await go(), ['"1"', '"two"', '']);
    assert.deepEqual(ranges, [
      ['1', 0, 4],
      ['3', 8, 2],
    ]);
    assert.deepEqual(sent, [4, 5, 8, 9, 10]);
  });

  test('stop at the first that fails, whose bytes no longer count', async () => {
    const tried: string[] = [];
    const { go, sent } = stage(async ({ url, onSent }) => {
      tried.push(url);
      onSent(3);
      if (url === '2') throw new Error('broken');
      return url;
    });
    await assert.rejects(go(), /broken/);
    assert.deepEqual(
      [tried, sent],
      [
        ['1', '2'],
        [3, 4, 7, 4],
      ],
    );
  });

  test('stop on abort', async () => {
    const { go, stop } = stage(async ({ url }) => {
      stop.abort(new Error('paused'));
      return url;
    });
    await assert.rejects(go(), /paused/);
  });
});
