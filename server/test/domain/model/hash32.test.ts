import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hash32 } from '../../../src/domain/model/hash32.ts';
import { createRandom, type Random } from '../../decision/random.ts';

/** Reference values of MurmurHash3_x86_32. */
const vectors: readonly (readonly [text: string, seed: number, hash: number])[] = [
  ['', 0, 0],
  ['', 1, 0x514e28b7],
  ['', 0xffffffff, 0x81f16f39],
  ['test', 0, 0xba6bd213],
  ['test', 0x9747b28c, 0x704b81dc],
  ['Hello, world!', 0, 0xc0363e43],
  ['Hello, world!', 0x9747b28c, 0x24884cba],
  ['The quick brown fox jumps over the lazy dog', 0, 0x2e4ff723],
  ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
  ['aaaa', 0x9747b28c, 0x5a97808a],
  ['aaa', 0x9747b28c, 0x283e0130],
  ['aa', 0x9747b28c, 0x5d211726],
  ['a', 0x9747b28c, 0x7fa09ea6],
  ['\0\0\0\0', 0, 0x2362f9de],
  ['\xff\xff\xff\xff', 0, 0x76293b50],
  ['\x21\x43\x65\x87', 0x5082edee, 0x2362f9de],
];

const hex = (random: Random): string =>
  random
    .below(2 ** 32)
    .toString(16)
    .padStart(8, '0');

const uuid = (random: Random): string => {
  const [a, b, c, d] = [hex(random), hex(random), hex(random), hex(random)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
};

/** Four kinds of client identifiers. */
const kinds: Record<string, (random: Random, number: number) => string> = {
  UUIDs: uuid,
  counters: (_, number) => `client-${number}`,
  'IPv4 networks': (_, number) => `net 198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`,
  'IPv6 prefixes': (_, number) =>
    `net 2001:db8:${(number >> 8).toString(16)}:${(number & 255).toString(16)}::/64`,
};

const count = 50_000;
const buckets = 1_000;
/** χ² of 999 degrees of freedom is 999 ± 45; one in a billion lies six of those away. */
const limits = [999 - 6 * 45, 999 + 6 * 45] as const;

const idsOf = (kind: (random: Random, number: number) => string): string[] => {
  const random = createRandom(3);
  return Array.from({ length: count }, (_, number) => kind(random, number));
};

describe('the hash of ids', () => {
  for (const [text, seed, hash] of vectors)
    test(`of ${JSON.stringify(text)} with seed ${seed}`, () => {
      assert.equal(hash32(seed, text), hash);
      assert.equal(hash32(seed | 0, text), hash, 'a seed that was kept with its sign is the same');
    });

  for (const [name, kind] of Object.entries(kinds)) {
    test(`spreads ${name} evenly`, () => {
      const filled = new Uint32Array(buckets);
      for (const id of idsOf(kind)) {
        const bucket = Math.floor((hash32(0x1234abcd, id) / 2 ** 32) * buckets);
        filled[bucket] = (filled[bucket] ?? 0) + 1;
      }
      const expected = count / buckets;
      const squares = filled.reduce((sum, one) => sum + (one - expected) ** 2 / expected, 0);
      assert.ok(squares > limits[0] && squares < limits[1], String(squares));
    });

    test(`orders ${name} anew with every seed`, () => {
      const isIn = (seed: number) => (id: string) => hash32(seed, id) < 2 ** 32 / 10;
      const both = idsOf(kind).filter((id) => isIn(1)(id) && isIn(2)(id)).length;
      const spread = Math.sqrt(count * 0.01 * 0.99);
      assert.ok(Math.abs(both - count * 0.01) < 4 * spread, String(both));
    });
  }
});
