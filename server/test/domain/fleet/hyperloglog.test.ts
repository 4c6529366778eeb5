import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  addHash,
  createSketch,
  estimateCardinality,
  mergeSketch,
  type Sketch,
} from '../../../src/domain/fleet/counters/hyperloglog.ts';
import { hash32 } from '../../../src/domain/model/hash32.ts';
import { decodeSketch, encodeSketch } from '../../../src/drivers/sql/fleet/encode-sketch.ts';
import { errorsOf, sketchOf } from '../../statistics/sketching.ts';

const sketched = (hashes: readonly number[]): Sketch => {
  const sketch = createSketch();
  for (const hash of hashes) addHash(sketch, hash);
  return sketch;
};

const merged = (...sketches: readonly Sketch[]): Sketch => {
  const union = createSketch();
  for (const sketch of sketches) mergeSketch(union, sketch);
  return union;
};

const someHashes = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { maxLength: 60 });

describe('a sketch', () => {
  test('takes one KiB, and of nobody says nobody', () => {
    assert.equal(createSketch().length, 1024);
    assert.equal(estimateCardinality(createSketch()), 0);
  });

  test('says one for one id, however often it came', () => {
    const sketch = createSketch();
    for (let n = 0; n < 1000; n++) addHash(sketch, hash32(5, 'the same'));
    assert.equal(Math.round(estimateCardinality(sketch)), 1);
  });

  test('of everyone that there can be is no more than that, and a number', () => {
    const full = createSketch().fill(0xff);
    assert.ok(Number.isFinite(estimateCardinality(full)));
    assert.ok(estimateCardinality(full) > 10_000_000);
    assert.equal(estimateCardinality(sketched([0])) > 0.9, true);
  });

  test('merged with others is that of all ids together: in any order, as often as one likes', () => {
    fc.assert(
      fc.property(someHashes, someHashes, someHashes, (a, b, c) => {
        const [one, two, three] = [sketched(a), sketched(b), sketched(c)];
        const all = sketched([...c, ...a, ...b]);
        assert.deepEqual(merged(one, two, three), all);
        assert.deepEqual(merged(three, one, two, one, three), all);
        assert.deepEqual(merged(one, merged(two, three)), all);
        assert.equal(mergeSketch(all.slice(), two), false, 'nothing changes by what is there');
      }),
    );
  });

  test('is kept as text, short where it holds few', () => {
    fc.assert(
      fc.property(someHashes, (hashes) => {
        const sketch = sketched(hashes);
        const text = encodeSketch(sketch);
        assert.deepEqual(decodeSketch(text), sketch);
        assert.ok(text.length < 20 + 14 * hashes.length);
      }),
    );
    const full = sketchOf(1, 100_000);
    assert.deepEqual(decodeSketch(encodeSketch(full)), full);
    assert.ok(encodeSketch(full).length <= 1368);
  });

  test('errs by 8 % at most in 99 of 100, for few and for many', () => {
    for (const ids of [100, 1000, 5000]) {
      const errors = errorsOf(ids, 100);
      assert.ok(errors.filter((error) => Math.abs(error) > 0.08).length <= 1, `${ids} ids`);
    }
  });
});
