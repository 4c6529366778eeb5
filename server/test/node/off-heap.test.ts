import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocateOffHeap } from '../../src/node/off-heap.ts';

const mebibyte = 1 << 20;
const pieces = 32;

/** The growth of V8's external memory counter. */
const growthBy = (make: (bytes: number) => Buffer): number => {
  const before = process.memoryUsage().external;
  const kept = Array.from({ length: pieces }, () => make(mebibyte));
  const growth = process.memoryUsage().external - before;
  assert.equal(kept.length, pieces);
  return growth / mebibyte;
};

test('uncounted memory is no reason for V8 to collect, as other memory is', () => {
  assert.ok(growthBy(Buffer.allocUnsafeSlow) > pieces / 2);
  assert.ok(growthBy(allocateOffHeap) < pieces / 4);
});

test('uncounted memory is empty, and as long as it was asked to be', () => {
  const memory = allocateOffHeap(mebibyte);
  assert.equal(memory.length, mebibyte);
  assert.ok(memory.every((byte) => byte === 0));
  memory.write('text', mebibyte - 4);
  assert.equal(memory.toString('latin1', mebibyte - 4), 'text');
});
