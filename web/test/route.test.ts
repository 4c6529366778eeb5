import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchPath } from '../src/app/match-path.ts';
import { createSignal } from '../src/data/signal.ts';

describe('an address', () => {
  test('names a screen by all its parts', () => {
    assert.deepEqual(matchPath('/apps', '/apps'), {});
    assert.deepEqual(matchPath('/apps/:app', '/apps/lantern'), { app: 'lantern' });
    assert.deepEqual(matchPath('/apps/:app/releases/:id', '/apps/a%20b/releases/rel_1'), {
      app: 'a b',
      id: 'rel_1',
    });
  });

  test('names no other', () => {
    for (const path of ['/', '/apps', '/apps/', '/apps/a/b', '/app/a', '/apps/%E0%A4%A'])
      assert.equal(matchPath('/apps/:app', path), undefined, path);
  });
});

test('a watched value tells of changes, and of nothing else', () => {
  const watched = createSignal(1);
  const seen: number[] = [];
  const end = watched.watch(() => seen.push(watched.value));
  watched.value = 1;
  watched.value = 2;
  end();
  watched.value = 3;
  assert.deepEqual(seen, [2]);
});
