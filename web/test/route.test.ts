import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchPath } from '../src/app/match-path.ts';
import { createSignal } from '../src/data/signal.ts';

describe('a path', () => {
  test('matches a route with all its segments', () => {
    assert.deepEqual(matchPath('/apps', '/apps'), {});
    assert.deepEqual(matchPath('/apps/:app', '/apps/lantern'), { app: 'lantern' });
    assert.deepEqual(matchPath('/apps/:app/releases/:id', '/apps/a%20b/releases/rel_1'), {
      app: 'a b',
      id: 'rel_1',
    });
  });

  test('matches no other route', () => {
    for (const path of ['/', '/apps', '/apps/', '/apps/a/b', '/app/a', '/apps/%E0%A4%A'])
      assert.equal(matchPath('/apps/:app', path), undefined, path);
  });
});

test('a signal notifies subscribers of changes only', () => {
  const watched = createSignal(1);
  const values: number[] = [];
  const end = watched.subscribe(() => values.push(watched.value));
  watched.value = 1;
  watched.value = 2;
  end();
  watched.value = 3;
  assert.deepEqual(values, [2]);
});
