import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { BlobContent, StoredObject } from '../../../src/domain/model/artifact.ts';
import type { Abilities, Stage } from './stage.ts';

const told = { fileName: 'hello-1.0.0.bin', contentType: 'application/gzip', ttlSeconds: 900 };

/** Direct download URLs, or their absence. */
export const addressingPromises = (
  stage: () => Stage,
  { isReachable, namesFiles = false }: Abilities,
): void => {
  if (!isReachable) {
    it('says that clients cannot reach it', () => assert.equal(stage().blobs.address, undefined));
    return;
  }

  const addressOf = async ({ made, kept }: { made: BlobContent; kept: StoredObject }, ttlSeconds = 900) =>
    stage().blobs.address?.(made, kept, { ...told, ttlSeconds });

  it('gives an address that anyone reads from, whole or a range, with the name and type of the file', async () => {
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

  it('gives one that is good for reading alone, until it expires', async () => {
    const url = (await addressOf(await stage().uploadAndKeep(randomBytes(1000)), 1)) ?? '';
    const put = await fetch(url, { method: 'PUT', body: 'x' });
    await put.arrayBuffer();
    assert.ok(put.status >= 400, `a PUT was answered ${put.status}`);
    await stage().harness.elapse(2.1);
    const late = await fetch(url);
    await late.arrayBuffer();
    assert.equal(late.status, 403);
  });

  it('gives none for bytes that are gone or others, and one for the same bytes put back', async () => {
    const bytes = randomBytes(5000);
    const gone = await stage().uploadAndKeep(bytes);
    await stage().blobs.remove(gone.made.keptKey);
    assert.equal(await addressOf(gone), undefined);
    const swapped = await stage().uploadAndKeep(bytes);
    await stage().harness.overwrite(swapped.made.keptKey, randomBytes(5000));
    assert.equal(await addressOf(swapped), undefined);
    await stage().harness.overwrite(swapped.made.keptKey, bytes);
    assert.notEqual(await addressOf(swapped), undefined);
  });
};
