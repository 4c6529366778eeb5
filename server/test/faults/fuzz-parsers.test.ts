import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareVersions, parseVersion } from '@slipway/core/version.ts';
import { testSeed } from '../../../lab/test-seed.ts';
import { parseHost } from '../../src/domain/model/host.ts';
import { findUnstorableText } from '../../src/http/body/validation.ts';
import { parseRanges } from '../../src/http/downloads/parse-ranges.ts';
import { scaled } from './scale.ts';
import { parsers as signatureParsers } from './signature-parsers.ts';

/* Random texts from a seed that a failure prints: no crash, and none takes longer than a millisecond. */

/** Mulberry32: small, fast and deterministic. */
const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

const textOf = (random: () => number, alphabet: readonly string[]): string => {
  let text = '';
  // Mostly short, sometimes as long as a header may be.
  const length = random() < 0.001 ? 4000 : Math.floor(random() * 24);
  while (text.length < length) text += alphabet[Math.floor(random() * alphabet.length)];
  return text;
};

const mostMicroseconds = 1000;

/**
 * The mean of a hundred runs, in microseconds of this thread's CPU time, since kernels count it in ticks of 4 ms. The
 * minimum of several tries excludes CPU contention.
 */
const ownCost = (run: () => void): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && least >= mostMicroseconds; round++) {
    const before = process.threadCpuUsage();
    for (let i = 0; i < 100; i++) run();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 100);
  }
  return least;
};

/** A parser with its alphabet, and the number of texts in tests and on demand. */
export interface Parser {
  alphabet: string[];
  counts: [number, number];
  run(text: string, before: string): void;
}

const digits = [...'0123456789'];
const parsers: Record<string, Parser> = {
  ...signatureParsers,
  version: {
    alphabet: [...digits, ...'vV.+-_ab', '1.0', '-beta', '.999999999', '\u0000', 'é'],
    counts: [20_000_000, 1e9],
    run: (text, before) => {
      const [x, y] = [parseVersion(text), parseVersion(before)];
      if (Math.sign(compareVersions(x, y)) !== 0 - Math.sign(compareVersions(y, x)))
        throw new Error('not antisymmetric');
    },
  },
  range: {
    alphabet: [...digits, 'bytes=', '-', ',', ' ', '\t', 'a', '=', '18446744073709551616'],
    counts: [20_000_000, 1e9],
    run: (text) => {
      for (const header of [text, `bytes=${text}`]) {
        const ranges = parseRanges(header, 1000);
        if (typeof ranges === 'string') continue;
        let before = -1;
        for (const { start, end } of ranges) {
          if (!(start > before && start <= end && end < 1000)) throw new Error('outside, or not rising');
          before = end;
        }
        if (before === -1) throw new Error('no range at all');
      }
    },
  },
  host: {
    alphabet: [...'abcXYZ019.-:[]@/\\ ', 'localhost', '.example.com', '\u0000', 'é'],
    counts: [5_000_000, 1e9],
    run: (text) => {
      const host = parseHost(text);
      if (host !== undefined && parseHost(host) !== host) throw new Error('not stable');
    },
  },
  json: {
    alphabet: [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      'null',
      '\\ud800',
      '\\',
      '"__proto__"',
      ' ',
      '1e309',
    ],
    counts: [500_000, 1e9],
    run: (text) => {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        return;
      }
      findUnstorableText(value);
    },
  },
};

describe('parsers', () => {
  for (const [name, { alphabet, counts, run }] of Object.entries(parsers)) {
    const count = scaled(...counts);
    test(`${name}: ${count} texts`, (t) => {
      const seed = testSeed(20260105);
      t.diagnostic(`seed ${seed}`);
      const random = createRandom(seed);
      let before = '';
      for (let i = 0; i < count; i++) {
        const text = textOf(random, alphabet);
        try {
          const started = performance.now();
          run(text, before);
          if (performance.now() - started > 1)
            assert.ok(ownCost(() => run(text, before)) < mostMicroseconds, 'over 1 ms of processor time');
        } catch (error) {
          throw new Error(`seed ${seed}, text ${i}: ${JSON.stringify([text, before]).slice(0, 300)}`, {
            cause: error,
          });
        }
        before = text;
      }
    });
  }
});
