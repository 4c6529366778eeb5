import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRequestedRange, readResponseHead } from '../../../src/drivers/blobs-s3/response-head.ts';

const version = { key: 'k', etag: '"e"', sizeBytes: 1000 };
const range = { start: 10, end: 19 };
const right = [
  'HTTP/1.1 206 Partial Content',
  'ETag: "e"',
  'Content-Length:10',
  'CONTENT-RANGE:   bytes 10-19/1000 ',
  'connection: keep-alive',
];

/** A connection that delivers the text in chunks, all in the same buffer. */
const arriving = (text: string, pieceBytes: number) => {
  const memory = Buffer.alloc(64 * 1024);
  let at = 0;
  return {
    send: () => {},
    close: () => {},
    next: async () => {
      const piece = text.slice(at, at + pieceBytes);
      at += piece.length;
      return piece === '' ? undefined : memory.subarray(0, memory.write(piece, 'latin1'));
    },
  };
};

const matchesRange = async (lines: readonly string[]): Promise<boolean> => {
  const found = await readResponseHead(arriving(`${lines.join('\r\n')}\r\n\r\n`, 10_000));
  return found !== undefined && isRequestedRange(found.head, version, range);
};

describe('a response head', () => {
  it('is read from chunks of any size, and the bytes after it are not lost', async () => {
    for (const pieceBytes of [1, 2, 3, 7, 50, 1000]) {
      const found = await readResponseHead(arriving(`${right.join('\r\n')}\r\n\r\n0123456789`, pieceBytes));
      assert.ok(found !== undefined && isRequestedRange(found.head, version, range), `${pieceBytes}`);
      assert.ok('0123456789'.startsWith(found.rest.toString('latin1')));
    }
  });

  it('is rejected if it is truncated or too long', async () => {
    assert.equal(await readResponseHead(arriving(right.join('\r\n'), 7)), undefined);
    assert.equal(
      await readResponseHead(arriving(`HTTP/1.1 206 OK\r\nx: ${'x'.repeat(40_000)}`, 5000)),
      undefined,
    );
  });

  it('is accepted only if version, range and length match', async () => {
    assert.equal(await matchesRange(right), true);
    for (const [index, other] of [
      [0, 'HTTP/1.1 200 OK'],
      [0, 'HTTP/1.0 206 Partial Content'],
      [0, 'HTTP/1.1 100 Continue'],
      [1, 'ETag: "f"'],
      [1, 'x: y'],
      [2, 'Content-Length: 11'],
      [2, 'x: y'],
      [3, 'Content-Range: bytes 10-19/*'],
      [3, 'Content-Range: bytes 10-20/1000'],
      [4, 'Transfer-Encoding: chunked'],
    ] as const)
      assert.equal(await matchesRange(right.with(index, other)), false, other);
  });
});
