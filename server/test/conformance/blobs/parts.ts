import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { PartTickets } from '../../../src/domain/ports/uploads.ts';
import {
  type Abilities,
  farFuture,
  farPast,
  incomplete,
  keep,
  readAll,
  type Stage,
  sha256Of,
  ttl,
  whole,
} from './stage.ts';

/** Multipart uploads. */
export const partsPromises = (stage: () => Stage, { listsParts }: Abilities): void => {
  const bytes = randomBytes(16 * 1024 * 1024 + 12_345);
  const slices = (tickets: PartTickets) =>
    tickets.urls.map((_, n) => bytes.subarray(n * tickets.partSizeBytes, (n + 1) * tickets.partSizeBytes));

  it('accepts an upload in parts, resumes it and joins the parts', async () => {
    const made = stage().content(bytes);
    const begun = await stage().blobs.presignParts(made, ttl, undefined);
    const [first, second] = slices(begun);
    assert.equal(begun.urls.length, 2);
    assert.deepEqual(begun.uploaded, []);
    assert.ok(first && second && begun.urls[0] && begun.urls[1]);
    const etag = await stage().harness.put(begun.urls[0], {}, first);
    await assert.rejects(stage().blobs.completeParts(made, begun.uploadId, [etag, etag]), incomplete);

    const resumed = await stage().blobs.presignParts(made, ttl, begun.uploadId);
    assert.equal(resumed.uploadId, begun.uploadId);
    assert.deepEqual(resumed.uploaded, listsParts ? [{ number: 1, etag }] : []);
    const other = await stage().harness.put(resumed.urls[1] ?? '', {}, second);
    await assert.rejects(stage().blobs.completeParts(made, begun.uploadId, [other, etag]), incomplete);
    await stage().blobs.completeParts(made, begun.uploadId, [etag, other]);
    await stage().blobs.completeParts(made, begun.uploadId, [etag, other]);
    const stored = await keep(stage().blobs, made);
    assert.equal(
      sha256Of(await readAll(stage().blobs, { made, stored }, { ...whole(bytes), max: 262_144 })),
      made.sha256,
    );
  });

  it('never verifies parts that add up to other bytes, whether or not it joins them', async () => {
    const made = stage().content(bytes);
    const begun = await stage().blobs.presignParts(made, ttl, undefined);
    const etags: string[] = [];
    for (const [n, slice] of slices(begun).entries())
      etags.push(
        await stage().harness.put(begun.urls[n] ?? '', {}, n === 1 ? randomBytes(slice.length) : slice),
      );
    const joined = await stage()
      .blobs.completeParts(made, begun.uploadId, etags)
      .then(
        () => true,
        (error) => assert.equal(error.code, incomplete.code),
      );
    assert.equal(await stage().blobs.verify(made), joined ? 'hash-differs' : 'missing');
    await stage().blobs.sweep(farFuture);
  });

  it('rejects a part of the wrong length', async () => {
    const made = stage().content(bytes);
    const { urls } = await stage().blobs.presignParts(made, ttl, undefined);
    await assert.rejects(stage().harness.put(urls[1] ?? '', {}, randomBytes(12_346)));
    await stage().blobs.sweep(farFuture);
  });

  it('aborts an upload with its parts, and ignores a missing one', async () => {
    const made = stage().content(bytes);
    const begun = await stage().blobs.presignParts(made, ttl, undefined);
    const [first] = slices(begun);
    assert.ok(first);
    const etag = await stage().harness.put(begun.urls[0] ?? '', {}, first);
    await stage().blobs.abandonParts(made, begun.uploadId);
    await stage().blobs.abandonParts(made, begun.uploadId);
    await assert.rejects(stage().blobs.completeParts(made, begun.uploadId, [etag, etag]), incomplete);
  });

  it('joins an upload that is completed twice at once', async () => {
    const made = stage().content(bytes);
    const begun = await stage().blobs.presignParts(made, ttl, undefined);
    const etags: string[] = [];
    for (const [n, slice] of slices(begun).entries())
      etags.push(await stage().harness.put(begun.urls[n] ?? '', {}, slice));
    const complete = () => stage().blobs.completeParts(made, begun.uploadId, etags);
    await Promise.all([complete(), complete(), complete()]);
    assert.equal(typeof (await stage().blobs.verify(made)), 'object');
  });

  if (!listsParts) return;

  it('starts over if the upload is unknown or of other bytes', async () => {
    const made = stage().content(bytes);
    const begun = await stage().blobs.presignParts(made, ttl, undefined);
    const foreign = await stage().blobs.presignParts(stage().content(randomBytes(10)), ttl, begun.uploadId);
    assert.notEqual(foreign.uploadId, begun.uploadId);
    await stage().blobs.sweep(farFuture);
    const fresh = await stage().blobs.presignParts(made, ttl, begun.uploadId);
    assert.notEqual(fresh.uploadId, begun.uploadId);
    assert.deepEqual(fresh.uploaded, []);
    await assert.rejects(stage().blobs.completeParts(made, begun.uploadId, ['"a"', '"b"']), incomplete);
    await stage().blobs.sweep(farFuture);
  });

  it('sweeps only unfinished uploads that are older than a time', async () => {
    const begun = await stage().blobs.presignParts(stage().content(bytes), ttl, undefined);
    assert.equal(await stage().blobs.sweep(farPast), 0);
    assert.equal(
      (await stage().blobs.presignParts(stage().content(bytes), ttl, undefined)).uploadId === begun.uploadId,
      false,
    );
    assert.equal(await stage().blobs.sweep(farFuture), 2);
    assert.equal(await stage().blobs.sweep(farFuture), 0);
  });
};
