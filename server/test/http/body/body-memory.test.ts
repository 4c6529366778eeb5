import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createBodyMemory } from '../../../src/http/body/body-memory.ts';

describe('room for bodies', () => {
  const room = { bodiesBytes: 100, bodiesBytesOfApp: 60, bodyOverheadBytes: 0 };

  const setUp = () => {
    const { open, stats } = createBodyMemory(room);
    const cut: string[] = [];
    const seat = (app: string, name: string) => open(app, () => cut.push(name));
    return { seat, cut, stats };
  };

  test('the oldest half-sent body of an app makes way for its next', () => {
    const { seat, cut } = setUp();
    const [first, second, third] = [seat('a', 'first'), seat('a', 'second'), seat('a', 'third')];
    assert.ok(first.hold(30) && second.hold(30) && third.hold(30));
    assert.deepEqual(cut, ['first']);
    assert.equal(first.hold(31), false, 'who was cut off gets nothing more');
  });

  test('where all have too much, the one that holds most makes way, not the one that comes', () => {
    const { seat, cut, stats } = setUp();
    assert.ok(seat('a', 'large').hold(60) && seat('b', 'middle').hold(40) && seat('c', 'small').hold(10));
    assert.deepEqual(cut, ['large']);
    assert.deepEqual(stats(), { heldBytes: 50, holders: 2 });
  });

  test('what has arrived is not cut off, and who would need its room is refused', () => {
    const { seat, cut } = setUp();
    const [whole, next] = [seat('a', 'whole'), seat('a', 'next')];
    assert.ok(whole.hold(60));
    whole.settle();
    assert.equal(next.hold(1), false);
    assert.ok(seat('b', 'other').hold(40), 'others have theirs');
    assert.deepEqual(cut, []);
    whole.leave();
    assert.ok(next.hold(1));
  });

  test('one that alone grows too large is refused itself', () => {
    const { seat, cut } = setUp();
    const [only, younger] = [seat('a', 'only'), seat('a', 'younger')];
    assert.ok(only.hold(30) && younger.hold(20));
    assert.equal(only.hold(41), false, 'it is the oldest');
    assert.deepEqual(cut, []);
  });

  test('nothing is left behind', () => {
    const { seat, stats } = setUp();
    const seats = ['a', 'a', 'b'].map((app) => seat(app, app));
    for (const one of seats) assert.ok(one.hold(20));
    for (const one of [...seats, ...seats]) one.leave();
    assert.deepEqual(stats(), { heldBytes: 0, holders: 0 });
  });
});
