import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createBodyMemory } from '../../../src/http/body/body-memory.ts';

describe('body memory', () => {
  const limits = { bodiesBytes: 100, bodiesBytesOfApp: 60, bodyOverheadBytes: 0 };

  const setUp = () => {
    const { open, stats } = createBodyMemory(limits);
    const cut: string[] = [];
    const lease = (app: string, name: string) => open(app, () => cut.push(name));
    return { lease, cut, stats };
  };

  test('evicts the oldest incomplete body of an app for its next one', () => {
    const { lease, cut } = setUp();
    const [first, second, third] = [lease('a', 'first'), lease('a', 'second'), lease('a', 'third')];
    assert.ok(first.reserve(30) && second.reserve(30) && third.reserve(30));
    assert.deepEqual(cut, ['first']);
    assert.equal(first.reserve(31), false, 'who was cut off gets nothing more');
  });

  test('evicts the largest holder, not the newest body, if the total is exceeded', () => {
    const { lease, cut, stats } = setUp();
    assert.ok(
      lease('a', 'large').reserve(60) && lease('b', 'middle').reserve(40) && lease('c', 'small').reserve(10),
    );
    assert.deepEqual(cut, ['large']);
    assert.deepEqual(stats(), { heldBytes: 50, holders: 2 });
  });

  test('rejects a new body rather than evict a complete one', () => {
    const { lease, cut } = setUp();
    const [whole, next] = [lease('a', 'whole'), lease('a', 'next')];
    assert.ok(whole.reserve(60));
    whole.markReceived();
    assert.equal(next.reserve(1), false);
    assert.ok(lease('b', 'other').reserve(40), 'others have theirs');
    assert.deepEqual(cut, []);
    whole.release();
    assert.ok(next.reserve(1));
  });

  test('rejects the oldest body itself if it grows too large', () => {
    const { lease, cut } = setUp();
    const [only, younger] = [lease('a', 'only'), lease('a', 'younger')];
    assert.ok(only.reserve(30) && younger.reserve(20));
    assert.equal(only.reserve(41), false, 'it is the oldest');
    assert.deepEqual(cut, []);
  });

  test('releases everything', () => {
    const { lease, stats } = setUp();
    const leases = ['a', 'a', 'b'].map((app) => lease(app, app));
    for (const one of leases) assert.ok(one.reserve(20));
    for (const one of [...leases, ...leases]) one.release();
    assert.deepEqual(stats(), { heldBytes: 0, holders: 0 });
  });
});
