import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { parseByteRanges, rangeHeader } from '../../lab/byteranges.ts';
import { assertProblem } from '../problem.ts';
import { createPublisher, sha256 } from '../publisher.ts';
import { lazily, type World } from '../world.ts';

const bytes = randomBytes(300_000);
const size = bytes.length;
const etag = `"${sha256(bytes)}"`;

/** Spec 4.6 and the rule of downloads: single, multiple and unsatisfiable ranges. */
export const rangesSection = (world: World): void => {
  const shared = lazily(async () => {
    const app = await createPublisher(world);
    const piece = { bytes, contentType: 'application/zip', format: '.app.tar.gz' };
    const { release } = await app.publish({ version: '1.2.3+b.1' }, [piece, { target: 'plain-x86_64' }]);
    return { ...app, id: release.id };
  });
  const get = async (headers: Record<string, string> = {}) => {
    const app = await shared();
    return app.download(app.id, 'linux-x86_64', headers);
  };

  describe('4.6 Artifact download, ranges', () => {
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, size - 1],
      ['bytes=299999-', size - 1, size - 1],
      ['bytes=299999-299999', size - 1, size - 1],
      ['bytes=-1', size - 1, size - 1],
      ['bytes=-100', size - 100, size - 1],
      ['bytes=-999999', 0, size - 1],
      ['bytes=0-999999999', 0, size - 1],
      ['bytes=65535-131073', 65_535, 131_073],
      ['BYTES=5-6', 5, 6],
    ];
    for (const [range, first, last] of ranges) {
      test(`206: Range ${range}`, async () => {
        const answer = await get({ range });
        assert.equal(answer.status, 206);
        assert.equal(answer.headers['content-range'], `bytes ${first}-${last}/${size}`);
        assert.equal(answer.headers['content-length'], String(last - first + 1));
        assert.equal(answer.headers.etag, etag);
        assert.ok(answer.body.equals(bytes.subarray(first, last + 1)));
      });
    }

    for (const range of [
      'bytes=300000-',
      'bytes=300000-300001',
      'bytes=999999999999999999999-',
      'bytes=-0',
    ]) {
      test(`416: Range ${range}`, async () => {
        const answer = await get({ range });
        assertProblem(answer, 416, 'range-not-satisfiable');
        assert.equal(answer.headers['content-range'], `bytes */${size}`);
      });
    }

    for (const range of [
      'bytes=',
      'bytes=abc',
      'bytes=5-4',
      'items=0-1',
      'bytes',
      'bytes=--5',
      'bytes=1.5-2',
    ]) {
      test(`200: an invalid Range, ${range}`, async () => {
        const answer = await get({ range });
        assert.equal(answer.status, 200);
        assert.equal(answer.body.length, size);
      });
    }

    const several: [string, [number, number][]][] = [
      [
        'bytes=0-1,4-5',
        [
          [0, 1],
          [4, 5],
        ],
      ],
      [
        'bytes=0-0, 65535-131073 ,-1',
        [
          [0, 0],
          [65_535, 131_073],
          [size - 1, size - 1],
        ],
      ],
      [
        'bytes=0-9,10-19',
        [
          [0, 9],
          [10, 19],
        ],
      ],
      [
        'bytes=0-0,299000-999999',
        [
          [0, 0],
          [299_000, size - 1],
        ],
      ],
      [
        'bytes=0-0,300000-300001,7-7',
        [
          [0, 0],
          [7, 7],
        ],
      ],
    ];
    for (const [range, expected] of several) {
      test(`206: several ranges, ${range}, in the requested order`, async () => {
        const answer = await get({ range });
        assert.equal(answer.status, 206);
        assert.equal(answer.headers['content-length'], String(answer.body.length));
        assert.deepEqual([answer.headers.etag, answer.headers['content-range']], [etag, undefined]);
        const parts = parseByteRanges(answer.headers['content-type'], answer.body);
        assert.deepEqual(
          parts.map(({ start, end }) => [start, end]),
          expected,
        );
        for (const part of parts) {
          assert.deepEqual([part.contentType, part.size], ['application/zip', size]);
          assert.ok(part.bytes.equals(bytes.subarray(part.start, part.end + 1)));
        }
      });
    }

    test('206: if only one of several ranges is inside the file, the response is a single range', async () => {
      const answer = await get({ range: 'bytes=5-6,300000-' });
      assert.equal(answer.status, 206);
      assert.equal(answer.headers['content-range'], `bytes 5-6/${size}`);
      assert.ok(answer.body.equals(bytes.subarray(5, 7)));
    });

    test('416: none of several ranges is inside the file', async () => {
      const answer = await get({ range: 'bytes=300000-,400000-400001' });
      assertProblem(answer, 416, 'range-not-satisfiable');
      assert.equal(answer.headers['content-range'], `bytes */${size}`);
    });

    for (const range of ['bytes=0-5,5-9', 'bytes=4-5,0-1', 'bytes=0-1,0-1', 'bytes=0-1,x', 'bytes=-1,0-0']) {
      test(`200: overlapping, descending or invalid ranges, ${range}, return the whole file`, async () => {
        const answer = await get({ range });
        assert.equal(answer.status, 200);
        assert.ok(answer.body.equals(bytes));
      });
    }

    test('as many ranges as electron-updater requests at once', async () => {
      const requested = Array.from({ length: 500 }, (_, index) => [index * 600, index * 600 + 99] as const);
      const answer = await get({ range: rangeHeader(requested) });
      assert.equal(answer.status, 206);
      const parts = parseByteRanges(answer.headers['content-type'], answer.body);
      assert.deepEqual(
        parts.map(({ start, end }) => [start, end]),
        requested,
      );
      for (const { start, end, bytes: own } of parts) assert.ok(own.equals(bytes.subarray(start, end + 1)));
    });

    test('several ranges with If-Range and If-None-Match work like one; HEAD is for the whole file', async () => {
      const range = 'bytes=0-1,4-5';
      assert.equal((await get({ range, 'if-range': etag })).status, 206);
      const whole = await get({ range, 'if-range': `"${'0'.repeat(64)}"` });
      assert.deepEqual([whole.status, whole.body.length], [200, size]);
      assert.equal((await get({ range, 'if-none-match': etag })).status, 304);
      const app = await shared();
      const url = `${app.publicUrl}/releases/download/${app.id}/linux-x86_64`;
      const head = await world.send({ url, method: 'HEAD', headers: { range } });
      assert.deepEqual(
        [head.status, head.headers['content-length'], head.body.length],
        [200, String(size), 0],
      );
    });
  });
};
