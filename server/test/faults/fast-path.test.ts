import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSeed } from '../../../lab/test-seed.ts';
import { parsePlainRequest } from '../../src/node/plain-request.ts';
import { createRandom, mutate, plainRequests } from '../fast-path/mutations.ts';
import { createNodeReader } from '../fast-path/node-reader.ts';
import { scaled } from './scale.ts';

const count = scaled(200_000, 5_000_000);
const nobody = { remoteAddress: '127.0.0.1' };

/** Reads like the fast path: earlier requests leave bytes after the current one. */
const memory = Buffer.alloc(64 * 1024);
const read = (bytes: Buffer) => {
  memory.set(bytes);
  return parsePlainRequest(memory, bytes.length, nobody);
};

test(`the fast path reads ${count} requests as node:http does`, async (t) => {
  const seed = testSeed(20260101);
  t.diagnostic(`seed ${seed}`);
  const random = createRandom(seed);
  const seeds = plainRequests('hello.localhost', [
    '/releases/stable/darwin/aarch64/1.0.0',
    '/releases/stable/linux/x86_64/1.0.0?client=a&check=manual',
    '/feeds/electron/stable/latest.yml?noCache=1j2k3l',
    '/releases/v1/apps/hello/latest?channel=stable',
  ]);
  const readByNode = createNodeReader();
  let taken = 0;
  for (let index = 0; index < count; index++) {
    const seedText = seeds[Math.floor(random() * seeds.length)] ?? '';
    const bytes = Buffer.from(index % 50 === 0 ? seedText : mutate(seedText, random), 'latin1');
    const plain = read(bytes);
    if (plain === undefined) continue;
    taken += 1;
    // Truncated or extended, it is no longer a single request.
    const cut = bytes.subarray(0, Math.floor(random() * bytes.length));
    const joined = Buffer.concat([bytes, bytes.subarray(0, 1 + Math.floor(random() * bytes.length))]);
    assert.deepEqual([read(cut), read(joined)], [undefined, undefined]);
    const { requests, keepsAlive, isOther } = await readByNode(bytes);
    const what = `seed ${seed}, request ${index}: ${JSON.stringify(bytes.toString('latin1'))}`;
    assert.ok(!isOther && keepsAlive && requests.length === 1, what);
    const { method, url, headers, httpVersion } = requests[0] ?? {};
    assert.deepEqual(
      { method, url, httpVersion, headers: Object.keys(plain.headers).map((name) => headers?.[name]) },
      {
        ...{ method: plain.method, url: plain.url, httpVersion: '1.1' },
        headers: Object.values(plain.headers),
      },
      what,
    );
  }
  t.diagnostic(`${taken} taken at the door, ${count - taken} handed over`);
  assert.ok(taken > count / 50 && taken < count * 0.9);
});
