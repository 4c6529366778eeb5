import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSigner, type Signer } from '../../../../lab/signer.ts';
import { bytes, createGateWorld } from './gate-world.ts';

/** An app that requires signatures and rotated its key through a bridge release. */
const createRotated = async () => {
  const world = await createGateWorld({ signatures: 'require' });
  const next = createSigner();
  const publish = async (version: string, by: Signer = world.signer) =>
    world.publish(await world.draft(version, [{ signature: by.sign(bytes, { version }) }]));
  await publish('1.4.0');
  await world.add(next, { fromVersion: '1.5.0' });
  await publish('1.5.0');
  assert.deepEqual(await publish('2.0.0', next), { code: 'published', codes: [] });
  return { publish, next };
};

describe('releases that clients of the one before cannot verify', () => {
  test('are refused, whichever key clients have', async () => {
    const { publish } = await createRotated();
    assert.deepEqual(await publish('2.1.0'), {
      code: 'signature-rejected',
      codes: ['signature-strands-clients'],
    });
  });

  test('are published where those clients are never offered them: a second bridge', async () => {
    const { publish, next } = await createRotated();
    assert.deepEqual(await publish('1.5.1'), { code: 'published', codes: ['older-version'] });
    assert.deepEqual(await publish('2.1.0', next), { code: 'published', codes: [] });
  });

  test('are told by the newest version, not by the one that was published last', async () => {
    const { publish, next } = await createRotated();
    assert.deepEqual(await publish('1.4.1'), { code: 'published', codes: ['older-version'] });
    assert.deepEqual((await publish('2.0.1')).codes, ['signature-strands-clients']);
    assert.deepEqual(await publish('2.1.0', next), { code: 'published', codes: [] });
  });
});
