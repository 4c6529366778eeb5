import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { ByteRange } from '../../../src/domain/ports/stored-bytes.ts';
import { damaged, readAll, readRanges, type Stage, sha256Of, whole } from './stage.ts';

/** Evenly spaced ranges of a length, from the first byte on. */
const evenly = (bytes: Uint8Array, count: number, length: number): ByteRange[] =>
  Array.from({ length: count }, (_, index) => {
    const start = Math.floor((index * bytes.length) / count);
    return { start, end: start + length - 1 };
  });

const joined = (bytes: Uint8Array, ranges: readonly ByteRange[]): Buffer =>
  Buffer.concat(ranges.map(({ start, end }) => bytes.subarray(start, end + 1)));

/** Reading stored bytes. */
export const openingPromises = (stage: () => Stage): void => {
  it('reads exactly the range, in chunks no larger than requested', async () => {
    const bytes = randomBytes(700_001);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    const last = bytes.length - 1;
    for (const [start, end, max] of [
      [0, last, 1_000_000],
      [0, 0, 10],
      [last, last, 65_536],
      [65_535, 65_536, 1],
      [100_000, 600_000, 100_000],
    ] as const) {
      const read = await readAll(stage().blobs, { made, stored }, { start, end, max });
      assert.equal(sha256Of(read), sha256Of(bytes.subarray(start, end + 1)), `bytes ${start} to ${end}`);
    }
  });

  it('reads ranges in order, and no chunk contains bytes of two', async () => {
    const bytes = randomBytes(1_500_000);
    const upload = await stage().uploadAndKeep(bytes);
    const last = bytes.length - 1;
    for (const [ranges, max] of [
      [[whole(bytes.subarray(0, 1)), { start: last, end: last }], 65_536],
      [evenly(bytes, 40, 1000), 65_536],
      [evenly(bytes, 12, 70_000), 65_536],
      [evenly(bytes, 12, 70_000), 1_048_576],
      [evenly(bytes, 5, 300_000), 1_048_576],
      [evenly(bytes, 3, 1000), 7],
    ] as const) {
      const read = await readRanges(stage().blobs, upload, { ranges, max });
      assert.equal(
        sha256Of(read),
        sha256Of(joined(bytes, ranges)),
        `${ranges.length} ranges, ${max} at a time`,
      );
    }
    const reader = await stage().blobs.open(upload.made, upload.stored, evenly(bytes, 2, 10));
    assert.deepEqual(Buffer.from((await reader.next(65_536)) ?? []), bytes.subarray(0, 10));
    assert.deepEqual(Buffer.from((await reader.next(65_536)) ?? []), bytes.subarray(750_000, 750_010));
    assert.equal(await reader.next(65_536), undefined);
    await reader.close();
  });

  it('fills the memory it gets with the bytes of ranges and nothing around it', async () => {
    const bytes = randomBytes(1_500_000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    for (const [count, length] of [
      [30, 1000],
      [100, 1],
      [7, 200_000],
    ] as const) {
      const ranges = evenly(bytes, count, length);
      const memory = Buffer.alloc(count * (length + 10), '-');
      // Each range in two pieces if it has two bytes.
      const pieces = ranges.flatMap((_, index) => {
        const at = index * (length + 10) + 10;
        const cut = at + (length >> 1);
        return [memory.subarray(at, cut), memory.subarray(cut, at + length)].filter(
          (piece) => piece.length > 0,
        );
      });
      const reader = await stage().blobs.open(made, stored, ranges);
      for (let at = 0; at < pieces.length; at += 8) await reader.fill(pieces.slice(at, at + 8));
      await reader.close();
      const expected = ranges.flatMap(({ start, end }) => [
        Buffer.alloc(10, '-'),
        bytes.subarray(start, end + 1),
      ]);
      assert.equal(sha256Of(memory), sha256Of(Buffer.concat(expected)), `${count} of ${length}`);
    }
  });

  it('can be closed between two ranges', async () => {
    const bytes = randomBytes(300_000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    const reader = await stage().blobs.open(made, stored, [
      { start: 0, end: 9 },
      { start: 200_000, end: 200_009 },
    ]);
    await reader.next(65_536);
    await reader.close();
    await assert.rejects(reader.next(65_536));
    await assert.rejects(reader.fill([Buffer.alloc(5)]));
  });

  it('never completes if the bytes are replaced between two ranges', async () => {
    const bytes = randomBytes(3_000_000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    const ranges = evenly(bytes, 3, 100_000);
    const reader = await stage().blobs.open(made, stored, ranges);
    const pieces = [Buffer.from((await reader.next(65_536)) ?? [])];
    await stage().harness.overwrite(made.storedKey, randomBytes(3_000_000));
    const isRight = async () => {
      for (let piece = await reader.next(65_536); piece !== undefined; piece = await reader.next(65_536))
        pieces.push(Buffer.from(piece));
      return Buffer.concat(pieces).equals(joined(bytes, ranges));
    };
    assert.equal(await isRight().catch(() => true), true);
    await reader.close();
  });

  it('serves many readers at once, each its own bytes', async () => {
    const one = await stage().uploadAndKeep(randomBytes(400_000));
    const two = await stage().uploadAndKeep(randomBytes(400_000));
    const reads = Array.from({ length: 20 }, async (_, index) => {
      const { made, stored } = index % 2 === 0 ? one : two;
      const max = index % 3 === 0 ? 262_144 : 65_536;
      assert.equal(
        sha256Of(await readAll(stage().blobs, { made, stored }, { start: 0, end: 399_999, max })),
        made.sha256,
      );
    });
    await Promise.all(reads);
  });

  it('can be closed before the end, and twice', async () => {
    const bytes = randomBytes(1_000_000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    const reader = await stage().blobs.open(made, stored, [whole(bytes)]);
    await reader.next(1000);
    await reader.close();
    await reader.close();
    await assert.rejects(reader.next(1000), 'a closed reader must not look like one that has ended');
  });

  it('rejects replaced and missing bytes', async () => {
    const bytes = randomBytes(5000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    await stage().harness.overwrite(made.storedKey, randomBytes(5000));
    await assert.rejects(stage().blobs.open(made, stored, [whole(bytes)]), damaged);
    await stage().harness.overwrite(made.storedKey, randomBytes(4000));
    await assert.rejects(stage().blobs.open(made, stored, [{ start: 0, end: 10 }]), damaged);
    await stage().blobs.remove(made.storedKey);
    await assert.rejects(stage().blobs.open(made, stored, [whole(bytes)]), damaged);
  });

  it('never ends early, even if the bytes are removed meanwhile', async () => {
    const bytes = randomBytes(2_000_000);
    const { made, stored } = await stage().uploadAndKeep(bytes);
    const reader = await stage().blobs.open(made, stored, [whole(bytes)]);
    const pieces = [Buffer.from((await reader.next(65_536)) ?? [])];
    await stage().blobs.remove(made.storedKey);
    const rest = async () => {
      for (let piece = await reader.next(65_536); piece !== undefined; piece = await reader.next(65_536))
        pieces.push(Buffer.from(piece));
      return sha256Of(Buffer.concat(pieces)) === made.sha256;
    };
    assert.equal(await rest().catch(() => true), true);
    await reader.close();
  });
};
