import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReleaseWithArtifacts } from '../../../src/domain/model/release.ts';
import { findByVersion } from '../../../src/domain/releases/find-by-version.ts';

const findAmong = async (stored: readonly string[], version: string): Promise<string | undefined> => {
  const reads = {
    listByVersions: async (_app: string, _channel: string, versions: readonly string[]) =>
      stored.filter((one) => versions.includes(one)).map((one) => ({ version: one }) as ReleaseWithArtifacts),
  };
  return (await findByVersion(reads, { app: 'a', channel: 'stable', version }))?.version;
};

test('a version is found in any of its spellings, the one that is written just so first, whatever the order', async () => {
  const stored = ['V1.0.0', 'v1.0.0', '1.0.0'];
  for (const order of [stored, stored.toReversed()])
    for (const version of stored) assert.equal(await findAmong(order, version), version);
  for (const order of [
    ['v1.0.0', '1.0.0'],
    ['1.0.0', 'v1.0.0'],
  ])
    assert.equal(await findAmong(order, 'V1.0.0'), '1.0.0');
  assert.equal(await findAmong(['v1.0.0'], '1.0.0'), 'v1.0.0');
  assert.equal(await findAmong(['1.0.1'], '1.0.0'), undefined);
});
