import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../../../lab/wait-until.ts';
import { contentFor, damaged, readAll, sha256Of, whole } from '../../conformance/blobs/stage.ts';
import type { Fault } from '../../s3-proxy.ts';
import { startPlainStore } from './plain-store.ts';
import { useStorage } from './storage.ts';

const bytes = randomBytes(1_000_000);
const isGet = ({ method }: { method: string }) => method === 'GET';

describe('a download from S3', () => {
  const storage = useStorage(startPlainStore);
  const gets = () => storage.proxy().requests.filter(isGet);
  /** Breaks only the first responses. */
  const spoil = (times: number, fault: Fault) => {
    storage.proxy().control.fault = (request) => (isGet(request) && gets().length <= times ? fault : {});
  };

  const place = (content: Uint8Array) => {
    const made = contentFor(content);
    return { made, stored: { store: 's3', seal: storage.store().place(made.storedKey, content) } };
  };

  it('requests exactly the range, bound to the stored object', async () => {
    const blobs = await storage.open();
    const one = place(bytes);
    const read = await readAll(blobs, one, { start: 1000, end: 1999 });
    assert.deepEqual(read, bytes.subarray(1000, 2000));
    assert.equal(gets().length, 1);
    assert.equal(gets()[0]?.headers.range, 'bytes=1000-1999');
    assert.equal(gets()[0]?.headers['if-match'], one.stored.seal);
    assert.equal(gets()[0]?.passedBytes, 1000);
  });

  it('resumes at the byte where the store broke off', async () => {
    const blobs = await storage.open();
    const one = place(bytes);
    spoil(2, { cutAfter: 300_000 });
    assert.equal(sha256Of(await readAll(blobs, one, whole(bytes))), one.made.sha256);
    assert.deepEqual(
      gets().map(({ headers }) => headers.range),
      ['bytes=0-999999', 'bytes=300000-999999', 'bytes=600000-999999'],
    );
    for (const { headers } of gets()) assert.equal(headers['if-match'], one.stored.seal);
  });

  it('retries when the store stalls', async () => {
    const blobs = await storage.open({ silenceTimeoutMs: 1000 });
    const one = place(bytes);
    spoil(1, { silentAfter: 400_000 });
    assert.equal(sha256Of(await readAll(blobs, one, whole(bytes))), one.made.sha256);
    assert.equal(gets()[1]?.headers.range, 'bytes=400000-999999');
  });

  it('continues after intermittent errors', async () => {
    const blobs = await storage.open();
    const one = place(bytes);
    storage.proxy().control.fault = (request) => {
      if (!isGet(request) || gets().length > 3) return {};
      return gets().length === 1 ? { cutAfter: 1000 } : { status: 500 };
    };
    assert.equal(sha256Of(await readAll(blobs, one, whole(bytes))), one.made.sha256);
  });

  for (const [what, fault] of Object.entries<Fault>({
    'breaks off at once, again and again': { cutAfter: 0 },
    'ends too early as if that were all': { endAfter: 500_000 },
    'says that it sends another range': { headers: { 'content-range': 'bytes 0-899999/1000000' } },
  })) {
    it(`never ends as complete when the store ${what}`, async () => {
      const blobs = await storage.open();
      const one = place(bytes);
      spoil(1000, fault);
      await assert.rejects(readAll(blobs, one, { start: 1, end: 900_000 }), { code: 'storage-unavailable' });
    });
  }

  it('rejects a response that ignores the range or the condition', async (t) => {
    const blobs = await storage.open();
    const { obeys } = storage.store();
    t.after(() => Object.assign(obeys, { range: true, condition: true }));
    const { made, stored } = place(bytes);
    obeys.range = false;
    await assert.rejects(blobs.open(made, stored, [{ start: 1, end: 900_000 }]), {
      code: 'storage-unavailable',
    });
    Object.assign(obeys, { range: true, condition: false });
    await assert.rejects(blobs.open(made, { store: 's3', seal: '"another"' }, [whole(bytes)]), damaged);
  });

  it('fails if the object is gone before it can resume', async () => {
    const blobs = await storage.open();
    const { made, stored } = place(bytes);
    spoil(1, { cutAfter: 300_000 });
    const reader = await blobs.open(made, stored, [whole(bytes)]);
    await reader.next(1000);
    storage.store().remove(made.storedKey);
    const rest = async () => {
      for (let piece = await reader.next(65_536); piece; piece = await reader.next(65_536));
    };
    await assert.rejects(rest(), damaged);
    await reader.close();
  });

  it('verifies an object with another ETag than recorded once, and serves it', async () => {
    const blobs = await storage.open();
    const { made } = place(bytes);
    const restored = { store: 's3', seal: '"an older one"' };
    const reads = [1, 2, 3].map(() => readAll(blobs, { made, stored: restored }, whole(bytes)));
    for (const read of await Promise.all(reads)) assert.equal(sha256Of(read), made.sha256);
    const before = gets().length;
    await readAll(blobs, { made, stored: restored }, whole(bytes));
    assert.equal(gets().length, before + 1);
  });

  it('never ends as complete if bytes change in transit', async () => {
    const blobs = await storage.open();
    const { made } = place(bytes);
    // Verified here and hence with block tags, as publishing records it.
    const found = await blobs.verify(made);
    assert.ok(typeof found === 'object');
    const stored = { store: 's3', seal: found.mark.replace('kept ', '') };
    assert.deepEqual(await readAll(blobs, { made, stored }, whole(bytes)), bytes);
    storage.proxy().control.fault = () => ({ corrupt: true });
    await assert.rejects(readAll(blobs, { made, stored }, whole(bytes)), damaged);
  });

  it('applies backpressure to the store', async () => {
    const blobs = await storage.open({ silenceTimeoutMs: 1000 });
    const large = Buffer.alloc(40_000_000, 7);
    const { made, stored } = place(large);
    const reader = await blobs.open(made, stored, [whole(large)]);
    let length = (await reader.next(65_536))?.length ?? 0;
    await sleep(1500);
    const passed = gets()[0]?.passedBytes ?? 0;
    assert.ok(passed < 20_000_000, `${passed} bytes were taken for a client that took 65536`);
    for (let piece = await reader.next(65_536); piece; piece = await reader.next(65_536))
      length += piece.length;
    assert.equal(length, large.length, 'a client that stalls does not break its download');
    assert.equal(gets().length, 1);
    await reader.close();
  });

  it('that is closed early closes the connection to the store', async () => {
    const blobs = await storage.open();
    const large = Buffer.alloc(20_000_000, 7);
    const { made, stored } = place(large);
    const reader = await blobs.open(made, stored, [whole(large)]);
    await reader.next(65_536);
    const pending = reader.next(65_536).catch(() => 'broken');
    await reader.close();
    await pending;
    await waitUntil('closed', () => gets()[0]?.closed === true);
  });
});
