import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partLength, planParts } from '../../../src/domain/model/upload-parts.ts';

const MiB = 1024 * 1024;

describe('an upload cut into parts', () => {
  for (const [sizeBytes, partSizeBytes, count] of [
    [1, 16 * MiB, 1],
    [16 * MiB, 16 * MiB, 1],
    [16 * MiB + 1, 16 * MiB, 2],
    [160_000 * MiB, 16 * MiB, 10_000],
    [160_000 * MiB + 1, 17 * MiB, 9412],
    [5 * 1024 * 1024 * MiB, 525 * MiB, 9987],
  ] as const) {
    it(`of ${sizeBytes} bytes has ${count} parts of ${partSizeBytes}`, () => {
      const plan = planParts(sizeBytes);
      assert.deepEqual(plan, { partSizeBytes, count });
      const last = partLength(sizeBytes, plan, count);
      assert.ok(last > 0 && last <= partSizeBytes);
      assert.equal((count - 1) * partSizeBytes + last, sizeBytes);
    });
  }
});
