import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { createSha1 } from '../../src/upload/sha/sha-1.ts';
import { createSha256 } from '../../src/upload/sha/sha-256.ts';
import { createSha512 } from '../../src/upload/sha/sha-512.ts';
import { shortSha512 } from '../../src/upload/sha/short-sha-512.ts';

const bytesOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255);

for (const [name, create] of [
  ['sha1', createSha1],
  ['sha256', createSha256],
  ['sha512', createSha512],
] as const)
  test(`${name} equals Node's for any chunk sizes`, () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 255, 1000, 5000])
      for (const piece of [1, 7, 64, 100, 128, 4096]) {
        const [bytes, hasher] = [bytesOf(length), create()];
        for (let at = 0; at < length; at += piece) hasher.update(bytes.subarray(at, at + piece));
        assert.equal(hasher.digest(), createHash(name).update(bytes).digest('hex'), `${length} by ${piece}`);
      }
  });

test('the short sha512 equals Node’s for all supported lengths', () => {
  for (let length = 0; length <= 111; length += 1) {
    const bytes = bytesOf(length);
    assert.equal(shortSha512(bytes), createHash('sha512').update(bytes).digest('hex'), `${length} bytes`);
  }
});
