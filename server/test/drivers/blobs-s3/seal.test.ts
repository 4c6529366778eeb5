import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  createBlockTagChecker,
  createBlockTagWriter,
  parseSeal,
  renderSeal,
} from '../../../src/drivers/blobs-s3/object-seal.ts';

const block = 4 * 1024 * 1024;
const bytes = randomBytes(2 * block + 1000);

const codesOf = (content: Uint8Array, pieceBytes: number) => {
  const coder = createBlockTagWriter(content.length);
  for (let from = 0; from < content.length; from += pieceBytes)
    coder.add(content.subarray(from, from + pieceBytes));
  return coder.codes();
};

describe('the seal of an object', () => {
  it('is its ETag and the codes of its blocks, and comes back from its text', () => {
    const codes = codesOf(bytes, 100_000);
    assert.equal(codes.tags.length, 3 * 8);
    const seal = { etag: '"abc-3"', codes };
    assert.deepEqual(parseSeal(renderSeal(seal)), seal);
    for (const etag of ['"abc"', 'abc', '"a b c"'])
      assert.deepEqual(parseSeal(etag), { etag, codes: undefined });
  });

  it('stays small for the largest object', () => {
    const { add, codes } = createBlockTagWriter(1024 * block);
    const piece = Buffer.alloc(block);
    for (let n = 0; n < 16; n += 1) add(piece);
    assert.equal(codes().tags.length, 4 * 8, 'of four gibibytes, a block is four usual ones');
  });

  it('takes the right bytes however they are cut, from any byte on', () => {
    const codes = codesOf(bytes, 65_536);
    for (const [start, pieceBytes] of [
      [0, 65_536],
      [0, 3 * block],
      [1, 70_001],
      [block, 999_999],
      [block - 1, 131_072],
      [2 * block + 999, 1],
    ] as const) {
      const isRight = createBlockTagChecker(codes, bytes.length, { start, end: bytes.length - 1 });
      for (let from = start; from < bytes.length; from += pieceBytes)
        assert.equal(isRight(bytes.subarray(from, from + pieceBytes)), true, `from ${start} at ${from}`);
    }
  });

  it('tells one changed bit when its block ends, and not before', () => {
    const codes = codesOf(bytes, 65_536);
    for (const [changed, found] of [
      [5, block],
      [block + 5, 2 * block],
      [bytes.length - 1, bytes.length],
    ] as const) {
      const spoilt = Buffer.from(bytes);
      spoilt[changed] = (spoilt[changed] ?? 0) ^ 1;
      const isRight = createBlockTagChecker(codes, bytes.length, { start: 0, end: bytes.length - 1 });
      assert.equal(isRight(spoilt.subarray(0, found - 1)), true);
      assert.equal(isRight(spoilt.subarray(found - 1, found)), false);
    }
  });

  it('does not take blocks in another order', () => {
    const codes = codesOf(bytes, block);
    const isRight = createBlockTagChecker(codes, bytes.length, { start: 0, end: bytes.length - 1 });
    assert.equal(isRight(bytes.subarray(block, 2 * block)), false);
  });
});
