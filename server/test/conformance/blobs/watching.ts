import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { Watch } from '../../../src/domain/nouns/hashes.ts';
import { keep, type Stage, ttl } from './stage.ts';

/** Notes the bytes that each reading showed. */
const createWitness = () => {
  const readings: Buffer[][] = [];
  const watch: Watch = () => {
    const seen: Buffer[] = [];
    readings.push(seen);
    return (piece) => void seen.push(Buffer.from(piece));
  };
  return {
    watch,
    /** What the last reading showed. */
    last: () => Buffer.concat(readings.at(-1) ?? []),
  };
};

/** Showing the bytes that are proven to whoever wants to see them, in the same reading. */
export const watchingPromises = (stage: () => Stage): void => {
  it('shows exactly the bytes that it proves, in order, of whatever size', async () => {
    for (const size of [1, 5000, 3_000_001]) {
      const bytes = randomBytes(size);
      const made = await stage().upload(bytes);
      const witness = createWitness();
      assert.ok(typeof (await stage().blobs.verify(made, witness.watch)) === 'object');
      assert.ok(witness.last().equals(bytes), `${size} bytes`);
    }
  });

  it('reads them however well it knows them: just uploaded, verified before, kept', async () => {
    const bytes = randomBytes(50_000);
    const made = await stage().upload(bytes);
    const look = async () => {
      const witness = createWitness();
      assert.ok(typeof (await stage().blobs.verify(made, witness.watch)) === 'object');
      assert.ok(witness.last().equals(bytes));
    };
    await look();
    await stage().blobs.verify(made);
    await look();
    await keep(stage().blobs, made);
    await look();
    const witness = createWitness();
    assert.equal(await stage().blobs.scrub(made, witness.watch), true);
    assert.ok(witness.last().equals(bytes), 'of what is kept');
  });

  it('shows an upload in parts as one', async () => {
    const bytes = randomBytes(6 * 1024 * 1024);
    const made = stage().content(bytes);
    const { uploadId, partSizeBytes, urls } = await stage().blobs.presignParts(made, ttl, undefined);
    const etags: string[] = [];
    for (const [index, url] of urls.entries()) {
      const part = bytes.subarray(index * partSizeBytes, (index + 1) * partSizeBytes);
      etags.push(await stage().harness.put(url, {}, part));
    }
    await stage().blobs.completeParts(made, uploadId, etags);
    const witness = createWitness();
    assert.ok(typeof (await stage().blobs.verify(made, witness.watch)) === 'object');
    assert.ok(witness.last().equals(bytes));
  });

  it('shows them beside every other hash that is declared', async () => {
    const bytes = randomBytes(400_000);
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    const made = stage().content(bytes, { sha512 });
    await stage().putTicket(await stage().blobs.presign(made, ttl), bytes);
    const witness = createWitness();
    assert.ok(typeof (await stage().blobs.verify(made, witness.watch)) === 'object');
    assert.ok(witness.last().equals(bytes));
  });

  it('begins anew with each object it reads: the last one shown is the one that is right', async () => {
    const bytes = randomBytes(20_000);
    const made = await stage().upload(bytes);
    await stage().harness.overwrite(made.keptKey, randomBytes(20_000));
    const witness = createWitness();
    assert.ok(typeof (await stage().blobs.verify(made, witness.watch)) === 'object');
    assert.ok(witness.last().equals(bytes));
  });

  it('does not take replaced bytes for right because someone watches', async () => {
    const bytes = randomBytes(20_000);
    const other = randomBytes(20_000);
    const made = await stage().upload(bytes);
    await stage().blobs.verify(made);
    await stage().harness.overwrite(made.stagedKey, other);
    assert.equal(await stage().blobs.verify(made, createWitness().watch), 'hash-differs');
    const { made: kept } = await stage().uploadAndKeep(bytes);
    await stage().harness.overwrite(kept.keptKey, other);
    assert.equal(await stage().blobs.scrub(kept, createWitness().watch), false);
    const missing = stage().content(randomBytes(10));
    assert.equal(await stage().blobs.verify(missing, createWitness().watch), 'missing');
    assert.equal(await stage().blobs.scrub(missing, createWitness().watch), false);
  });
};
