import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { contentFor, damaged, readRanges } from '../../conformance/blobs/stage.ts';
import { startPlainStore } from './plain-store.ts';
import { useStorage } from './storage.ts';

const bytes = randomBytes(1_000_000);
const isGet = ({ method }: { method: string }) => method === 'GET';

describe('a download from S3', () => {
  const storage = useStorage(startPlainStore);
  const gets = () => storage.proxy().requests.filter(isGet);

  const place = (content: Uint8Array) => {
    const made = contentFor(content);
    return { made, stored: { store: 's3', seal: storage.store().place(made.storedKey, content) } };
  };

  it('requests distant ranges one by one when needed, bound to the stored object', async () => {
    const blobs = await storage.open();
    const one = place(bytes);
    const ranges = [10, 400_000, 900_000].map((start) => ({ start, end: start + 999 }));
    const reader = await blobs.open(one.made, one.stored, ranges);
    await reader.next(500);
    assert.equal(gets().length, 1, 'the second is not asked for before the first is read');
    await reader.close();
    storage.proxy().requests.length = 0;
    const read = await readRanges(blobs, one, { ranges, max: 65_536 });
    assert.deepEqual(read, Buffer.concat(ranges.map(({ start, end }) => bytes.subarray(start, end + 1))));
    assert.deepEqual(
      gets().map(({ headers }) => [headers.range, headers['if-match']]),
      ranges.map(({ start, end }) => [`bytes=${start}-${end}`, one.stored.seal]),
    );
  });

  it('continues with the next range after errors and disconnects', async () => {
    const blobs = await storage.open();
    const one = place(bytes);
    const ranges = [0, 600_000].map((start) => ({ start, end: start + 299_999 }));
    storage.proxy().control.fault = (request) => {
      if (!isGet(request)) return {};
      return [{}, { status: 500 }, { cutAfter: 100_000 }, {}][gets().length - 1] ?? {};
    };
    const read = await readRanges(blobs, one, { ranges, max: 65_536 });
    assert.ok(read.equals(Buffer.concat([bytes.subarray(0, 300_000), bytes.subarray(600_000, 900_000)])));
    assert.equal(gets().at(-1)?.headers.range, 'bytes=700000-899999');
  });

  it('fails if the object was replaced before the next range', async () => {
    const blobs = await storage.open();
    const { made, stored } = place(bytes);
    const reader = await blobs.open(made, stored, [
      { start: 0, end: 9 },
      { start: 500_000, end: 500_009 },
    ]);
    await reader.next(65_536);
    storage.store().place(made.storedKey, randomBytes(1_000_000));
    await assert.rejects(reader.next(65_536), damaged);
    await reader.close();
  });

  it('detects bytes changed in transit if a range contains a whole block', async () => {
    const blobs = await storage.open();
    const large = randomBytes(9 * 1024 * 1024);
    const { made } = place(large);
    const found = await blobs.verify(made);
    assert.ok(typeof found === 'object');
    const stored = { store: 's3', seal: found.mark.replace('kept ', '') };
    const ranges = [
      { start: 0, end: 9 },
      { start: 4 * 1024 * 1024 - 5, end: 8 * 1024 * 1024 + 5 },
    ];
    const read = () => readRanges(blobs, { made, stored }, { ranges, max: 65_536 });
    assert.equal((await read()).length, 4 * 1024 * 1024 + 21);
    storage.proxy().control.fault = (request) => ({ corrupt: request.headers.range !== 'bytes=0-9' });
    await assert.rejects(read(), damaged);
  });

  it('requests nearby ranges at once, and returns only their bytes', async () => {
    const blobs = await storage.open();
    const one = place(bytes);
    const ranges = [5, 100_000, 300_000, 900_000, 999_999].map((start) => ({
      start,
      end: Math.min(start + 999, bytes.length - 1),
    }));
    const read = await readRanges(blobs, one, { ranges, max: 65_536 });
    assert.ok(read.equals(Buffer.concat(ranges.map(({ start, end }) => bytes.subarray(start, end + 1)))));
    assert.deepEqual(
      gets().map(({ headers }) => headers.range),
      ['bytes=5-300999', 'bytes=900000-999999'],
    );
  });
});
