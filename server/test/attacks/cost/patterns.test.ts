import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as api from '@slipway/api';

/* The contract's patterns are public: generated clients run them without our size limits. */

const units = ['a', 'A', '7', '/', '-', '.', '_', '+', ' ', '~', 'a.', 'a-', 'a/', '1.', '- ', ' /', '.-'];
const textBytes = 16 * 1024;
const times = 64;
/** 1 ms per 64 KiB, plus one tick of the CPU clock. */
const budgetMs = (textBytes * times) / (64 * 1024) + 8;

const patternsIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern } = schema as { pattern?: unknown };
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(schema).flatMap(patternsIn)];
};

const spentMs = (action: () => void): number => {
  const before = process.threadCpuUsage();
  action();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/** The best of several tries: compilation costs once, backtracking costs every time. */
const leastMs = (action: () => void): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && least > budgetMs; round++) least = Math.min(least, spentMs(action));
  return least;
};

describe('patterns of the contract', () => {
  const patterns = new Set(patternsIn(Object.values(api)));
  assert.ok(patterns.size >= 8, 'the patterns are found');

  for (const pattern of patterns) {
    test(`${pattern} takes time in step with the text`, () => {
      const shape = new RegExp(pattern, 'u');
      for (const unit of units) {
        for (const end of ['', 'é', '\n', ' ', '/é']) {
          const text = unit.repeat(textBytes / unit.length) + end;
          const ms = leastMs(() => {
            for (let time = 0; time < times; time++) shape.test(text);
          });
          assert.ok(ms <= budgetMs, `${ms} ms for ${unit}…${end}`);
        }
      }
    });
  }

  test('a content type is taken or refused as it was before its pattern had one way to match', () => {
    const [pattern = ''] = patternsIn(api.ArtifactDeclaration.properties.contentType);
    const before = /^(?! )[\x20-\x7e]+\/[\x20-\x7e]*(?<! )$/u;
    const now = new RegExp(pattern, 'u');
    const signs = ['a', '/', ' ', 'é'];
    const texts = [''];
    for (const text of texts) {
      assert.equal(now.test(text), before.test(text), JSON.stringify(text));
      if (text.length < 6) texts.push(...signs.map((sign) => text + sign));
    }
  });
});
