import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocateOffHeap } from '../../src/node/off-heap.ts';

const mebibyte = 1 << 20;
const pieces = 32;

/** The growth of V8's external memory counter. */
const growthBy = (make: (bytes: number) => Buffer): number => {
  const before = process.memoryUsage().external;
  const buffers = Array.from({ length: pieces }, () => make(mebibyte));
  const growth = process.memoryUsage().external - before;
  assert.equal(buffers.length, pieces);
  return growth / mebibyte;
};

test('off-heap memory does not trigger garbage collection, as other memory does', () => {
  assert.ok(growthBy(Buffer.allocUnsafeSlow) > pieces / 2);
  assert.ok(growthBy(allocateOffHeap) < pieces / 4);
});

test('off-heap memory is zeroed and has the requested length', () => {
  const memory = allocateOffHeap(mebibyte);
  assert.equal(memory.length, mebibyte);
  assert.ok(memory.every((byte) => byte === 0));
  memory.write('text', mebibyte - 4);
  assert.equal(memory.toString('latin1', mebibyte - 4), 'text');
});
