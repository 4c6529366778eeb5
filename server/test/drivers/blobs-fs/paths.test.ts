import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partsFolder, pathOfKey } from '../../../src/drivers/blobs-fs/paths.ts';

describe('the path of a key under the root', () => {
  it('is the key itself', () => {
    assert.equal(pathOfKey('/data', 'staged/art_1/ab-12'), '/data/staged/art_1/ab-12');
    assert.equal(pathOfKey('/data', 'kept/art_1/ab'), '/data/kept/art_1/ab');
  });

  for (const key of [
    '',
    '/etc/passwd',
    'staged',
    'staged/',
    'staged/art_1',
    'staged/art_1/',
    'staged//x',
    'staged/../kept',
    'staged/../../x',
    'staged/art_1/..',
    'staged/./x',
    'staged/art_1/x/y',
    'staged/art_1/.hidden',
    'staged/art_1/a b',
    'staged/art_1/a\\b',
    'staged/art_1/%2e%2e',
    'staged/art_1/x\0',
    'staged/art_1/x\n',
    'tmp/a/b',
    'parts/a/b',
    'Staged/a/b',
    `staged/a/${'x'.repeat(201)}`,
  ]) {
    it(`refuses ${JSON.stringify(key).slice(0, 40)}`, () => {
      assert.throws(() => pathOfKey('/data', key));
    });
  }

  it('binds the folder of parts to its upload and to its bytes', () => {
    const id = '0123456789abcdef0123456789abcdef';
    assert.match(partsFolder('/data', 'staged/a/b', id), /^\/data\/parts\/[0-9a-f]{32}-[0-9a-f]{32}$/);
    assert.notEqual(partsFolder('/data', 'staged/a/b', id), partsFolder('/data', 'staged/a/c', id));
    for (const wrong of ['', '..', `${id}0`, id.toUpperCase(), '../../../../../../../etc/passwd'])
      assert.throws(() => partsFolder('/data', 'staged/a/b', wrong));
  });
});
