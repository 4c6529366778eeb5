import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test from 'node:test';
import { publicKeyOf } from '../../src/upload/ed25519.ts';

test('derives the same public key as Node', () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    const own = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    assert.deepEqual(Buffer.from(publicKeyOf(seed)), own);
  }
});
