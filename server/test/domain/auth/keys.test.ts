import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  adminSecretLength,
  crc32,
  formatAdminKey,
  formatPublishKey,
  hashSecret,
  isLiveKey,
  type Key,
  matchesHash,
  parsePublishKey,
  publishSecretLength,
} from '../../../src/domain/model/key.ts';
import { randomIds } from '../../../src/drivers/system.ts';
import { createRateLimit } from '../../../src/http/limits/rate-limit.ts';

describe('keys', () => {
  test('the checksum is the CRC-32 that everyone knows', () => {
    assert.equal(crc32('123456789'), 0xcbf43926);
    assert.equal(crc32(''), 0);
    assert.equal(crc32('The quick brown fox jumps over the lazy dog'), 0x414fa339);
  });

  test('a key has its documented form, names its id, and no two are alike', () => {
    const made = Array.from({ length: 200 }, () => {
      const id = randomIds.next('key');
      return { id, text: formatPublishKey(id, randomIds.secret(publishSecretLength)) };
    });
    for (const { id, text } of made) {
      assert.match(text, /^slw_pub_key_[0-9A-Za-z]{22,}_[0-9A-Za-z]{38}$/);
      assert.equal(parsePublishKey(text), id);
    }
    assert.equal(new Set(made.map(({ text }) => text)).size, made.length);
    assert.match(formatAdminKey(randomIds.secret(adminSecretLength)), /^slw_adm_[0-9A-Za-z]{46}$/);
  });

  test('one wrong character in the secret is noticed without looking anything up', () => {
    const text = formatPublishKey(randomIds.next('key'), randomIds.secret(publishSecretLength));
    const at = fc.integer({ min: text.length - 38, max: text.length - 1 });
    fc.assert(
      fc.property(at, fc.stringMatching(/^[0-9A-Za-z]$/), (index, letter) => {
        fc.pre(text[index] !== letter);
        assert.equal(parsePublishKey(text.slice(0, index) + letter + text.slice(index + 1)), undefined);
      }),
      { numRuns: 2000 },
    );
  });

  test('any other text is no key', () => {
    fc.assert(fc.property(fc.string(), (text) => assert.equal(parsePublishKey(text), undefined)));
    assert.equal(parsePublishKey(`slw_pub_key_x_${'0'.repeat(32)}000000\n`), undefined);
  });

  test('a secret matches its own hash only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => assert.equal(matchesHash(a, hashSecret(b)), a === b)),
    );
  });

  test('revoked and expired keys are not live', () => {
    const key = { revokedAt: undefined, expiresAt: undefined } as Key;
    const now = '2026-01-02T00:00:00.000Z';
    assert.equal(isLiveKey(key, now), true);
    assert.equal(isLiveKey({ ...key, expiresAt: '2026-01-02T00:00:00.001Z' }, now), true);
    assert.equal(isLiveKey({ ...key, expiresAt: now }, now), false);
    assert.equal(isLiveKey({ ...key, revokedAt: '2026-01-01T00:00:00.000Z' }, now), false);
  });
});

describe('rate limits', () => {
  test('a bucket gives its burst at once and then its rate', () => {
    let now = 0;
    const bucket = createRateLimit({ perSecond: 10, burst: 5 }, () => now);
    const takeAll = (): number => {
      let taken = 0;
      while (bucket.take('a')) taken += 1;
      return taken;
    };
    assert.equal(takeAll(), 5);
    assert.equal(bucket.has('a'), false);
    assert.equal(bucket.has('b'), true, 'names do not share');
    now += 100;
    assert.equal(takeAll(), 1);
    now += 3600_000;
    assert.equal(takeAll(), 5, 'never more than the burst');
  });

  test('however the time passes, no more than burst + rate × time are taken', () => {
    const steps = fc.array(fc.record({ ms: fc.nat(500), tries: fc.nat(20) }), { maxLength: 50 });
    fc.assert(
      fc.property(steps, (all) => {
        let now = 0;
        let taken = 0;
        const bucket = createRateLimit({ perSecond: 7, burst: 3 }, () => now);
        for (const { ms, tries } of all) {
          now += ms;
          for (let i = 0; i < tries; i++) if (bucket.take('a')) taken += 1;
          assert.ok(taken <= 3 + (7 * now) / 1000 + 1e-6);
        }
      }),
    );
  });

  test('a million names take no more room than fifty thousand', () => {
    const bucket = createRateLimit({ perSecond: 1, burst: 1 }, () => 0);
    assert.equal(bucket.take('first'), true);
    assert.equal(bucket.take('first'), false);
    for (let i = 0; i < 60_000; i++) bucket.take(`name ${i}`);
    assert.equal(bucket.take('first'), true, 'the oldest was forgotten');
  });
});
