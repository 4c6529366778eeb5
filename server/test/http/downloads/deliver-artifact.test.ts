import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Download } from '../../../src/domain/delivery/download.ts';
import type { Delivery } from '../../../src/domain/model/app.ts';
import type { ByteRange } from '../../../src/domain/ports/stored-bytes.ts';
import { countsAsDownload, type SentFile, type SentPiece } from '../../../src/domain/usage/deliveries.ts';
import { type DeliveryOptions, deliverArtifact } from '../../../src/http/downloads/deliver-artifact.ts';

type DeliveryCall = Parameters<typeof deliverArtifact>[0];

/** Delivers ranges of a 5 GiB artifact; returns the response, the opened ranges and the counts. */
const deliver = async (range: string, canRead: boolean, method = 'GET') =>
  (await answerTo({ method, headers: { range }, canRead })).result;

interface DeliveryCase {
  method?: string;
  headers?: Record<string, string>;
  canRead?: boolean;
  way?: Delivery;
  /** Empty if the storage has no direct URL for it. */
  address?: string;
  options?: DeliveryOptions;
  hasLeft?: boolean;
}

const answerTo = async ({
  method = 'GET',
  headers = {},
  canRead = true,
  way = 'metered',
  address = 'https://storage.example.com/signed',
  options = { isImmutable: true },
  hasLeft = false,
}: DeliveryCase) => {
  const result = { status: 0, opened: [] as readonly ByteRange[], answers: [] as string[], downloads: 0 };
  const sent: Record<string, string | number> = {};
  let counted = 0;
  const download = {
    app: { slug: 'hello' },
    release: { id: 'rel_1' },
    artifact: { sizeBytes: 5 * 1024 ** 3, sha256: 'a'.repeat(64), target: 'linux-x86_64' },
    fileName: 'hello.AppImage',
    canRead: () => canRead,
    open: async (ranges: readonly ByteRange[]) => {
      result.opened = ranges;
      return {};
    },
    address: async () => (address === '' ? undefined : address),
  } as unknown as Download;
  const call = {
    request: { method, headers, raw: { method, headers }, log: { debug: () => {} } },
    reply: {
      hijack: () => {},
      raw: {
        destroyed: hasLeft,
        end: () => {},
        writeHead: (status: number, responseHeaders: Record<string, string | number>) => {
          result.status = status;
          Object.assign(sent, responseHeaders);
          return { end: () => {} };
        },
      },
    },
    site: { app: { delivery: way } },
    needs: {
      metrics: {
        severalRanges: (answer: string) => result.answers.push(answer),
        delivered: () => {},
        redirected: () => {},
      },
      usageMeter: {
        countBytes: (_: unknown, bytes: number) => {
          counted += bytes;
        },
        countPiece: ({ sizeBytes }: SentFile, piece: SentPiece) => {
          if (piece.isComplete && countsAsDownload(piece, sizeBytes)) result.downloads += 1;
        },
        countRedirect: ({ sizeBytes }: SentFile, range: ByteRange, { isMain }: { isMain: boolean }) => {
          counted += range.end - range.start + 1;
          if (isMain && countsAsDownload(range, sizeBytes)) result.downloads += 1;
        },
      },
      hashNetworkPrefix: () => 1,
      artifactSender: { send: async ({ onComplete }: { onComplete(): void }) => onComplete() },
    },
  } as unknown as DeliveryCall;
  await deliverArtifact(call, download, options);
  return { result, sent, bytes: counted };
};

const last = 5 * 1024 ** 3 - 1;
const whole = [{ start: 0, end: last }];

describe('a request for several ranges', () => {
  test('is answered in parts if the storage can read them, and is not a download', async () => {
    const ranges = [
      { start: 0, end: 1 },
      { start: 9, end: 9 },
    ];
    const amid = await deliver('bytes=0-1,9-9', true);
    assert.deepEqual(amid, { status: 206, opened: ranges, answers: ['parts'], downloads: 0 });
    assert.equal((await deliver('bytes=0-1,-1', true)).downloads, 0);
  });

  test('gets the whole file if parts would cost too much, or if ranges overlap', async () => {
    const answered = { status: 200, opened: whole, answers: ['whole'], downloads: 1 };
    assert.deepEqual(await deliver('bytes=0-1,9-9', false), answered);
    assert.deepEqual(await deliver('bytes=0-9,9-9', true), answered);
  });

  test('with HEAD opens nothing and is not counted', async () => {
    const head = await deliver('bytes=0-1,9-9', true, 'HEAD');
    assert.deepEqual(head, { status: 200, opened: [], answers: [], downloads: 0 });
  });

  test('with only one inside the file is a request for one range', async () => {
    const { status, opened, answers } = await deliver(`bytes=5-6,${last + 1}-`, false);
    assert.deepEqual([status, opened, answers], [206, [{ start: 5, end: 6 }], []]);
  });
});

const immutable = 'public, max-age=31536000, immutable';
const private_ = 'private, no-cache, no-transform';

describe('the Cache-Control header', () => {
  test('is immutable for permanent URLs, and only with `cached` delivery', async () => {
    for (const [way, isImmutable, expected] of [
      ['metered', true, private_],
      ['cached', true, immutable],
      ['cached', false, private_],
    ] as const) {
      const { result, sent } = await answerTo({ way, options: { isImmutable } });
      assert.deepEqual([result.status, sent['cache-control']], [200, expected]);
    }
  });

  test('is the same with ranges, HEAD and 304', async () => {
    const ofOne = await answerTo({ way: 'cached', headers: { range: 'bytes=0-1' } });
    assert.deepEqual([ofOne.result.status, ofOne.sent['cache-control']], [206, immutable]);
    const head = await answerTo({ way: 'cached', method: 'HEAD' });
    assert.deepEqual([head.result.status, head.sent['cache-control']], [200, immutable]);
    const notModified = await answerTo({
      way: 'cached',
      headers: { 'if-none-match': `"${'a'.repeat(64)}"` },
    });
    assert.deepEqual([notModified.result.status, notModified.sent['cache-control']], [304, immutable]);
  });
});

describe('a download that is redirected', () => {
  const size = last + 1;
  const redirected = (input: DeliveryCase) => answerTo({ way: 'redirect', ...input });

  test('goes to a signed URL that nobody caches, and counts the requested bytes', async () => {
    const { result, sent, bytes } = await redirected({});
    assert.deepEqual(result, { status: 302, opened: [], answers: [], downloads: 1 });
    assert.equal(sent.location, 'https://storage.example.com/signed');
    assert.equal(sent['cache-control'], 'private, no-store');
    assert.equal(bytes, size);
    for (const [range, length, downloads] of [
      ['bytes=0-9', 10, 0],
      ['bytes=5-', size - 5, 1],
      [`bytes=${size / 2}-`, size / 2, 1],
      [`bytes=${size / 2 + 1}-`, size / 2 - 1, 0],
      ['bytes=-7', 7, 0],
      [`bytes=${last}-${size + 5}`, 1, 0],
    ] as const) {
      const answer = await redirected({ headers: { range } });
      assert.deepEqual(
        [answer.result.status, answer.bytes, answer.result.downloads],
        [302, length, downloads],
      );
    }
  });

  test('is served by the server if the storage would respond differently', async () => {
    for (const [method, headers, status] of [
      ['HEAD', {}, 200],
      ['GET', { range: 'bytes=0-1,9-9' }, 206],
      ['GET', { range: `bytes=5-6,${size}-` }, 206],
      ['GET', { range: 'bytes=0-9', 'if-range': `"${'a'.repeat(64)}"` }, 206],
      ['GET', { range: 'bytes=0-9', 'if-range': '"other"' }, 200],
      ['GET', { 'if-range': '"other"' }, 200],
      ['GET', { range: 'bytes=9-0' }, 200],
      ['GET', { range: 'lines=1-2' }, 200],
      ['GET', { 'if-match': '"other"' }, 200],
      ['GET', { 'if-modified-since': 'Sat, 14 Mar 2026 10:00:00 GMT' }, 200],
      ['GET', { 'if-none-match': '"other", *' }, 302],
      ['GET', { 'if-none-match': '*' }, 304],
    ] as const) {
      const { result } = await redirected({ method, headers: headers as Record<string, string> });
      assert.equal(result.status, status, JSON.stringify([method, headers]));
    }
    assert.equal(
      (await redirected({ options: { isImmutable: false, noRedirect: true } })).result.status,
      200,
    );
    assert.equal((await redirected({ address: '' })).result.status, 200, 'and says there what is wrong');
  });

  test('is not counted for a client that has disconnected', async () => {
    const { result, bytes } = await redirected({ hasLeft: true });
    assert.deepEqual([result.status, result.downloads, bytes], [0, 0, 0]);
  });
});
