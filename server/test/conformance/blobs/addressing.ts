import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { BlobContent, StoredObject } from '../../../src/domain/model/artifact.ts';
import type { Abilities, Stage } from './stage.ts';

const urlOptions = { fileName: 'hello-1.0.0.bin', contentType: 'application/gzip', ttlSeconds: 900 };

/** Direct download URLs, or their absence. */
export const addressingPromises = (
  stage: () => Stage,
  { isReachable, namesFiles = false }: Abilities,
): void => {
  if (!isReachable) {
    it('reports that clients cannot reach it', () => assert.equal(stage().blobs.address, undefined));
    return;
  }

  const addressOf = async ({ made, stored }: { made: BlobContent; stored: StoredObject }, ttlSeconds = 900) =>
    stage().blobs.address?.(made, stored, { ...urlOptions, ttlSeconds });

  it('returns a URL for the file or a range, with its name and type', async () => {
    const bytes = randomBytes(100_000);
    const url = (await addressOf(await stage().uploadAndKeep(bytes))) ?? '';
    const whole = await fetch(url);
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes);
    assert.equal(whole.status, 200);
    if (namesFiles)
      assert.equal(whole.headers.get('content-disposition'), 'attachment; filename="hello-1.0.0.bin"');
    assert.equal(whole.headers.get('content-type'), 'application/gzip');
    const rest = await fetch(url, { headers: { range: 'bytes=40000-' } });
    assert.equal(rest.status, 206);
    assert.deepEqual(Buffer.from(await rest.arrayBuffer()), bytes.subarray(40_000));
  });

  it('returns a read-only URL that expires', async () => {
    const url = (await addressOf(await stage().uploadAndKeep(randomBytes(1000)), 1)) ?? '';
    const put = await fetch(url, { method: 'PUT', body: 'x' });
    await put.arrayBuffer();
    assert.ok(put.status >= 400, `a PUT was answered ${put.status}`);
    await stage().harness.elapse(2.1);
    const late = await fetch(url);
    await late.arrayBuffer();
    assert.equal(late.status, 403);
  });

  it('returns no URL for missing or replaced bytes, and one for restored bytes', async () => {
    const bytes = randomBytes(5000);
    const gone = await stage().uploadAndKeep(bytes);
    await stage().blobs.remove(gone.made.storedKey);
    assert.equal(await addressOf(gone), undefined);
    const swapped = await stage().uploadAndKeep(bytes);
    await stage().harness.overwrite(swapped.made.storedKey, randomBytes(5000));
    assert.equal(await addressOf(swapped), undefined);
    await stage().harness.overwrite(swapped.made.storedKey, bytes);
    assert.notEqual(await addressOf(swapped), undefined);
  });
};
