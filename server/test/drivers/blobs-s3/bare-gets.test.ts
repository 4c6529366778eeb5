import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../../../lab/wait-until.ts';
import type { ByteRange } from '../../../src/domain/ports/stored-bytes.ts';
import { contentFor, damaged, readRanges } from '../../conformance/blobs/stage.ts';
import type { Fault, RecordedRequest } from '../../s3-proxy.ts';
import { startPlainStore } from './plain-store.ts';
import { useStorage } from './storage.ts';

/* Several ranges use a dedicated connection; its errors are handled like any other. */

const bytes = randomBytes(1_000_000);
/** Two spans; the first has a gap. */
const ranges = [
  { start: 1, end: 300_000 },
  { start: 350_000, end: 399_999 },
  { start: 700_000, end: 999_999 },
];
const cut = (source: Uint8Array, requested: readonly ByteRange[]): Buffer =>
  Buffer.concat(requested.map(({ start, end }) => source.subarray(start, end + 1)));

const isGet = ({ method }: RecordedRequest) => method === 'GET';
/** Signed in its URL; the SDK signs in a header. */
const isBare = ({ url }: RecordedRequest) => url.includes('X-Amz-Signature=');

describe('several ranges from S3', () => {
  const storage = useStorage(startPlainStore);
  const gets = () => storage.proxy().requests.filter(isGet);
  const spoil = (matches: (request: RecordedRequest) => boolean, fault: Fault) => {
    storage.proxy().control.fault = (request) => (isGet(request) && matches(request) ? fault : {});
  };
  const spoilFirst = (fault: Fault) => spoil(() => gets().length === 1, fault);

  const place = (content: Uint8Array) => {
    const made = contentFor(content);
    return { made, stored: { store: 's3', seal: storage.store().place(made.storedKey, content) } };
  };
  const read = async (options = {}) => {
    const blobs = await storage.open(options);
    return readRanges(blobs, place(bytes), { ranges, max: 65_536 });
  };

  it('are requested at one presigned URL only', async () => {
    assert.ok((await read()).equals(cut(bytes, ranges)));
    assert.deepEqual(gets().map(isBare), [true, true]);
    assert.equal(gets()[0]?.url, gets()[1]?.url);
  });

  for (const [what, fault] of Object.entries<Fault>({
    'is refused': { status: 403, code: 'AccessDenied' },
    'fails once': { status: 500 },
    'leads elsewhere': { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
    'says that it is another range': { headers: { 'content-range': 'bytes 1-399999/1000001' } },
    'does not say which version it is': { headers: { etag: '"another"' } },
    'has no length': { headers: { 'transfer-encoding': 'chunked', 'content-length': '' } },
    'has a head of no usual size': { headers: { 'x-long': 'x'.repeat(100_000) } },
  })) {
    it(`fall back to the SDK if the response ${what}`, async () => {
      spoil(isBare, fault);
      assert.ok((await read()).equals(cut(bytes, ranges)));
      assert.deepEqual(gets().map(isBare), [true, false, true, false]);
    });
  }

  for (const [what, fault, resumedAt] of [
    ['breaks off', { cutAfter: 100_000 }, 100_001],
    ['breaks off before it begins', { cutAfter: 0 }, 1],
    ['falls silent', { silentAfter: 200_000 }, 200_001],
  ] as const) {
    it(`resume at the missing byte if the store ${what}`, async () => {
      spoilFirst(fault);
      assert.ok((await read({ silenceTimeoutMs: 1000 })).equals(cut(bytes, ranges)));
      assert.equal(gets()[1]?.headers.range, `bytes=${resumedAt}-399999`);
    });
  }

  it('use a new connection if the store closes the current one', async () => {
    spoil(() => true, { headers: { connection: 'close' } });
    assert.ok((await read()).equals(cut(bytes, ranges)));
    assert.deepEqual(gets().map(isBare), [true, true]);
  });

  it('fail if the store does not respond in time', async () => {
    spoil(() => true, { hang: true });
    await assert.rejects(read({ requestTimeoutMs: 300 }), { code: 'storage-unavailable' });
  });

  it('never end as complete when the store ends too early, again and again', async () => {
    spoil(() => true, { endAfter: 1000 });
    await assert.rejects(read(), { code: 'storage-unavailable' });
  });

  it('of another object are not returned, even if the store ignores the condition', async (t) => {
    const blobs = await storage.open();
    const { obeys } = storage.store();
    t.after(() => Object.assign(obeys, { condition: true }));
    obeys.condition = false;
    const { made } = place(bytes);
    const other = { ...made, sha256: '0'.repeat(64) };
    await assert.rejects(blobs.open(other, { store: 's3', seal: '"another"' }, ranges), damaged);
  });

  it('apply backpressure to the store, and close its connection when they are closed', async () => {
    const blobs = await storage.open();
    const large = Buffer.alloc(40_000_000, 7);
    const { made, stored } = place(large);
    const open = () =>
      blobs.open(made, stored, [
        { start: 0, end: 19_999_999 },
        { start: 20_000_001, end: 39_999_999 },
      ]);
    const reader = await open();
    await reader.fill([Buffer.alloc(1000)]);
    await sleep(500);
    const passed = gets()[0]?.passedBytes ?? 0;
    assert.ok(passed < 20_000_000, `${passed} bytes were taken for a client that took 1000`);
    await reader.fill([Buffer.alloc(20_000_000 - 1000), Buffer.alloc(19_999_999)]);
    await reader.close();
    const early = await open();
    const pending = early.fill([Buffer.alloc(10_000_000)]).catch(() => 'broken');
    await early.close();
    await pending;
    await waitUntil('closed', () => gets().every(({ closed }) => closed));
  });
});
