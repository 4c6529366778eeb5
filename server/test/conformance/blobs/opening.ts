import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { damaged, readAll, type Stage, sha256Of, whole } from './stage.ts';

/** Reading kept bytes. */
export const openingPromises = (stage: () => Stage): void => {
  it('reads exactly the range, in pieces no larger than asked', async () => {
    const bytes = randomBytes(700_001);
    const { made, kept } = await stage().uploadAndKeep(bytes);
    const last = bytes.length - 1;
    for (const [start, end, max] of [
      [0, last, 1_000_000],
      [0, 0, 10],
      [last, last, 65_536],
      [65_535, 65_536, 1],
      [100_000, 600_000, 100_000],
    ] as const) {
      const read = await readAll(stage().blobs, { made, kept }, { start, end, max });
      assert.equal(sha256Of(read), sha256Of(bytes.subarray(start, end + 1)), `bytes ${start} to ${end}`);
    }
  });

  it('serves many readers at once, each its own bytes', async () => {
    const one = await stage().uploadAndKeep(randomBytes(400_000));
    const two = await stage().uploadAndKeep(randomBytes(400_000));
    const reads = Array.from({ length: 20 }, async (_, index) => {
      const { made, kept } = index % 2 === 0 ? one : two;
      const max = index % 3 === 0 ? 262_144 : 65_536;
      assert.equal(
        sha256Of(await readAll(stage().blobs, { made, kept }, { start: 0, end: 399_999, max })),
        made.sha256,
      );
    });
    await Promise.all(reads);
  });

  it('can be closed before the end, and twice', async () => {
    const bytes = randomBytes(1_000_000);
    const { made, kept } = await stage().uploadAndKeep(bytes);
    const reader = await stage().blobs.open(made, kept, whole(bytes));
    await reader.next(1000);
    await reader.close();
    await reader.close();
    await assert.rejects(reader.next(1000), 'a closed reader must not look like one that has ended');
  });

  it('refuses bytes that are not the kept ones, and bytes that are gone', async () => {
    const bytes = randomBytes(5000);
    const { made, kept } = await stage().uploadAndKeep(bytes);
    await stage().harness.overwrite(made.keptKey, randomBytes(5000));
    await assert.rejects(stage().blobs.open(made, kept, whole(bytes)), damaged);
    await stage().harness.overwrite(made.keptKey, randomBytes(4000));
    await assert.rejects(stage().blobs.open(made, kept, { start: 0, end: 10 }), damaged);
    await stage().blobs.remove(made.keptKey);
    await assert.rejects(stage().blobs.open(made, kept, whole(bytes)), damaged);
  });

  it('never ends a reader short, even when the bytes are removed meanwhile', async () => {
    const bytes = randomBytes(2_000_000);
    const { made, kept } = await stage().uploadAndKeep(bytes);
    const reader = await stage().blobs.open(made, kept, whole(bytes));
    const pieces = [Buffer.from((await reader.next(65_536)) ?? [])];
    await stage().blobs.remove(made.keptKey);
    const rest = async () => {
      for (let piece = await reader.next(65_536); piece !== undefined; piece = await reader.next(65_536))
        pieces.push(Buffer.from(piece));
      return sha256Of(Buffer.concat(pieces)) === made.sha256;
    };
    assert.equal(await rest().catch(() => true), true);
    await reader.close();
  });
};
