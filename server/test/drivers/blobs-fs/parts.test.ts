import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentFor, ttl } from '../../conformance/blobs/stage.ts';
import { openInFolder } from './folder.ts';

describe('uploads in parts, in a folder', () => {
  it('that are gone on with are new again: the sweep leaves them', async (t) => {
    const { blobs } = await openInFolder(t);
    const [paused, forgotten] = [contentFor(randomBytes(10)), contentFor(randomBytes(10))];
    const { uploadId } = await blobs.presignParts(paused, ttl, undefined);
    const other = await blobs.presignParts(forgotten, ttl, undefined);
    await sleep(20);
    const before = new Date().toISOString();
    await sleep(20);
    assert.equal((await blobs.presignParts(paused, ttl, uploadId)).uploadId, uploadId);
    assert.equal(await blobs.sweep(before), 1);
    assert.equal((await blobs.presignParts(paused, ttl, uploadId)).uploadId, uploadId);
    assert.notEqual((await blobs.presignParts(forgotten, ttl, other.uploadId)).uploadId, other.uploadId);
  });
});
