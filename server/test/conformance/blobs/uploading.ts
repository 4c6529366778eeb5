import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { stagedPrefix, storedPrefix } from '../../../src/domain/model/artifact.ts';
import { instantShape, listed, type Stage, ttl } from './stage.ts';

/** Uploads with signed URLs. */
export const uploadingPromises = (stage: () => Stage): void => {
  it('takes the declared bytes at the signed address, more than once', async () => {
    const bytes = randomBytes(100_000);
    const made = stage().content(bytes);
    assert.equal(await stage().blobs.findUploaded(made), undefined);
    const ticket = await stage().blobs.presign(made, ttl);
    assert.ok((await stage().putTicket(ticket, bytes)).length > 0);
    await stage().putTicket(ticket, bytes);
    assert.match((await stage().blobs.findUploaded(made)) ?? '', instantShape);
    assert.deepEqual(await listed(stage().blobs, storedPrefix), [], 'an upload never writes what is served');
  });

  it('names every header that the PUT must send and refuses it when one is missing or another', async () => {
    const bytes = randomBytes(1000);
    const ticket = await stage().blobs.presign(stage().content(bytes), ttl);
    assert.equal(ticket.headers['content-type'], 'application/gzip');
    assert.ok('x-amz-checksum-sha256' in ticket.headers);
    for (const missing of Object.keys(ticket.headers)) {
      const { [missing]: _, ...rest } = ticket.headers;
      await assert.rejects(stage().harness.put(ticket.url, rest, bytes), `without ${missing}`);
      await assert.rejects(
        stage().harness.put(ticket.url, { ...rest, [missing]: 'text/plain' }, bytes),
        `other ${missing}`,
      );
    }
    assert.deepEqual(await listed(stage().blobs, stagedPrefix), []);
  });

  it('refuses a body that is longer or shorter than declared', async () => {
    const bytes = randomBytes(1000);
    const ticket = await stage().blobs.presign(stage().content(bytes), ttl);
    await assert.rejects(stage().putTicket(ticket, randomBytes(1001)));
    await assert.rejects(stage().putTicket(ticket, randomBytes(999)));
    assert.deepEqual(await listed(stage().blobs, stagedPrefix), []);
  });

  it('refuses an address whose key was changed', async () => {
    const bytes = randomBytes(1000);
    const [one, two] = [stage().content(bytes), stage().content(bytes)];
    const { url, headers } = await stage().blobs.presign(one, ttl);
    await assert.rejects(stage().harness.put(url.replace(one.stagedKey, two.stagedKey), headers, bytes));
    await assert.rejects(stage().harness.put(url.replace(one.stagedKey, two.storedKey), headers, bytes));
    assert.deepEqual(await listed(stage().blobs, stagedPrefix), []);
  });

  it('refuses an address that has expired', async () => {
    const bytes = randomBytes(1000);
    const ticket = await stage().blobs.presign(stage().content(bytes), 1);
    await stage().harness.elapse(2.1);
    await assert.rejects(stage().putTicket(ticket, bytes));
    assert.deepEqual(await listed(stage().blobs, stagedPrefix), []);
  });

  it('never verifies other bytes of the same length, whether it takes them or not', async () => {
    const made = stage().content(randomBytes(1000));
    const ticket = await stage().blobs.presign(made, ttl);
    const taken = await stage()
      .putTicket(ticket, randomBytes(1000))
      .then(
        () => true,
        () => false,
      );
    assert.equal(await stage().blobs.verify(made), taken ? 'hash-differs' : 'missing');
  });
};
