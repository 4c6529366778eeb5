import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { paramsIn } from '../src/app/route.ts';
import { createWatched } from '../src/data/signal.ts';

describe('an address', () => {
  test('names a screen by all its parts', () => {
    assert.deepEqual(paramsIn('/apps', '/apps'), {});
    assert.deepEqual(paramsIn('/apps/:app', '/apps/lantern'), { app: 'lantern' });
    assert.deepEqual(paramsIn('/apps/:app/releases/:id', '/apps/a%20b/releases/rel_1'), {
      app: 'a b',
      id: 'rel_1',
    });
  });

  test('names no other', () => {
    for (const path of ['/', '/apps', '/apps/', '/apps/a/b', '/app/a', '/apps/%E0%A4%A'])
      assert.equal(paramsIn('/apps/:app', path), undefined, path);
  });
});

test('a watched value tells of changes, and of nothing else', () => {
  const watched = createWatched(1);
  const seen: number[] = [];
  const end = watched.watch(() => seen.push(watched.value));
  watched.value = 1;
  watched.value = 2;
  end();
  watched.value = 3;
  assert.deepEqual(seen, [2]);
});
