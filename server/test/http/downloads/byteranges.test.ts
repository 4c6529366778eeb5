import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { parseByteRanges } from '../../../../lab/byteranges.ts';
import type { BlobReader, ByteRange } from '../../../src/domain/ports/stored-bytes.ts';
import { frameByteRanges, makeBoundary } from '../../../src/http/downloads/byteranges.ts';
import { createFramedReader } from '../../../src/http/downloads/framed-reader.ts';

/** Reads from memory like a storage: each chunk within one range, in order. */
const readerOf = (bytes: Buffer, ranges: readonly ByteRange[]) => {
  const left = ranges.map((range) => ({ ...range }));
  const requested: number[] = [];
  const fillOne = (piece: Uint8Array): void => {
    const [range] = left;
    if (range === undefined) throw new Error('the storage broke off');
    assert.ok(piece.length > 0 && range.start + piece.length <= range.end + 1, 'within the range');
    piece.set(bytes.subarray(range.start, range.start + piece.length));
    range.start += piece.length;
    if (range.start > range.end) left.shift();
  };
  const reader: Pick<BlobReader, 'fill' | 'close'> = {
    fill: async (pieces) => {
      requested.push(pieces.length);
      await setImmediate();
      for (const piece of pieces) fillOne(piece);
    },
    close: async () => {},
  };
  return { reader, requested };
};

const piecesOf = async (reader: Pick<BlobReader, 'next'>, maxBytes: number): Promise<Buffer[]> => {
  const pieces: Buffer[] = [];
  for (let piece = await reader.next(maxBytes); piece !== undefined; piece = await reader.next(maxBytes)) {
    assert.ok(piece.length > 0 && piece.length <= maxBytes);
    pieces.push(Buffer.from(piece));
  }
  return pieces;
};

const patterned = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 251));
const octets = 'application/octet-stream';

describe('multipart/byteranges', () => {
  test('the exact bytes, as in the golden file', async () => {
    const bytes = Buffer.from('The quick brown fox jumps over the lazy dog.');
    const ranges = [
      { start: 0, end: 2 },
      { start: 4, end: 8 },
      { start: 43, end: 43 },
    ];
    const framing = frameByteRanges(
      ranges,
      { contentType: 'application/zip', sizeBytes: 44 },
      'abcdefghij0123456789',
    );
    const { reader } = readerOf(bytes, ranges);
    const framed = createFramedReader(reader, { ranges, framing, isWanted: () => true });
    const body = Buffer.concat(await piecesOf(framed, 65_536)).toString('latin1');
    const wire = `HTTP 206\ncontent-type: ${framing.contentType}\ncontent-length: ${framing.lengthBytes}\n\n${body}`;
    assert.equal(wire, await readFile(new URL('byteranges.http', import.meta.url), 'latin1'));
  });

  test('has the exact bytes of each range, the announced length, and its end in the last chunk', async () => {
    const bytes = patterned(20_000);
    const ranges = fc
      .uniqueArray(fc.nat(bytes.length - 1), { minLength: 2, maxLength: 40 })
      .map((values) => values.toSorted((a, b) => a - b))
      .map((cuts) =>
        cuts.map((start, index) => {
          const next = cuts[index + 1] ?? bytes.length;
          return { start, end: Math.max(start, next - 1 - (start % 5) * 40) };
        }),
      );
    const maxBytes = fc.oneof(fc.integer({ min: 1024, max: 3000 }), fc.constantFrom(65_536, 1024 * 1024));
    await fc.assert(
      fc.asyncProperty(ranges, maxBytes, async (requested, max) => {
        const framing = frameByteRanges(requested, { contentType: octets, sizeBytes: bytes.length });
        const { reader } = readerOf(bytes, requested);
        const framed = createFramedReader(reader, { ranges: requested, framing, isWanted: () => true });
        const pieces = await piecesOf(framed, max);
        const body = Buffer.concat(pieces);
        assert.equal(body.length, framing.lengthBytes);
        const parts = parseByteRanges(framing.contentType, body);
        assert.deepEqual(
          parts.map(({ start, end }) => ({ start, end })),
          requested,
        );
        for (const { start, end, size, contentType, bytes: own } of parts) {
          assert.deepEqual([size, contentType], [bytes.length, octets]);
          assert.ok(own.equals(bytes.subarray(start, end + 1)));
        }
        const last = pieces.at(-1) as Buffer;
        assert.ok(last.length > framing.tail.length && last.toString('latin1').endsWith(framing.tail));
      }),
      { numRuns: 1000 },
    );
  });

  test('adds at most 124 bytes per range, for any artifact size', () => {
    const sizeBytes = 5 * 1024 ** 3;
    for (const count of [2, 500, 1000]) {
      const step = Math.floor(sizeBytes / count);
      const ranges = Array.from({ length: count }, (_, index) => ({
        start: index * step,
        end: index === count - 1 ? sizeBytes - 1 : (index + 1) * step - 1,
      }));
      const { lengthBytes, tail } = frameByteRanges(ranges, { contentType: octets, sizeBytes });
      assert.ok(
        lengthBytes <= sizeBytes + 124 * count + tail.length,
        `${lengthBytes - sizeBytes} of framing`,
      );
    }
  });

  const tinyRanges = Array.from({ length: 100 }, (_, index) => ({ start: index * 1000, end: index * 1000 }));
  const tiny = frameByteRanges(tinyRanges, { contentType: octets, sizeBytes: 100_000 });

  test('combines small ranges into few chunks, and reads a few at a time', async () => {
    const { reader, requested } = readerOf(patterned(100_000), tinyRanges);
    const framed = createFramedReader(reader, { ranges: tinyRanges, framing: tiny, isWanted: () => true });
    assert.equal((await piecesOf(framed, 65_536)).length, 1);
    assert.deepEqual(requested, [...Array.from({ length: 12 }, () => 8), 4]);
  });

  test('reads nothing more for a client that has disconnected', async () => {
    const { reader, requested } = readerOf(patterned(100_000), tinyRanges);
    const isWanted = () => requested.length < 3;
    const framed = createFramedReader(reader, { ranges: tinyRanges, framing: tiny, isWanted });
    await framed.next(65_536);
    assert.equal(requested.length, 3);
  });

  test('never looks complete if the storage breaks off', async () => {
    const { reader } = readerOf(patterned(100_000), tinyRanges.slice(0, 99));
    const framed = createFramedReader(reader, { ranges: tinyRanges, framing: tiny, isWanted: () => true });
    await assert.rejects(framed.next(65_536), /broke off/);
  });

  test('has a random boundary of twenty letters and digits', () => {
    const made = Array.from({ length: 1000 }, makeBoundary);
    for (const boundary of made) assert.match(boundary, /^[A-Za-z0-9]{20}$/);
    assert.equal(new Set(made).size, made.length);
  });
});
