import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import test from 'node:test';
import { checkSignatures } from '../../src/publish/preflight/signature-mistakes.ts';
import { parsePublicKey } from '../../src/signing/public-key.ts';
import { makeFolder } from '../folder.ts';
import { itemOf, planOf } from '../plan.ts';

test('files that are signed as a whole are loaded one after the other', async (t) => {
  const folder = await makeFolder(t, { 'app.zip': 'the build' });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = parsePublicKey(
    publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
  );
  assert.ok(key);
  const signature = sign(null, Buffer.from('the build'), privateKey).toString('base64');
  let opened = 0;
  const items = ['a-b', 'c-d', 'e-f'].map((target) =>
    Object.defineProperty(itemOf({ target, signature }), 'path', {
      get: () => {
        opened += 1;
        return join(folder, 'app.zip');
      },
    }),
  );
  const pendingReport = checkSignatures(
    planOf({ items }),
    { keys: [key], retired: [], own: undefined, policy: 'require' },
    folder,
  );
  assert.equal(opened, 1, 'the others wait');
  assert.deepEqual((await pendingReport).mistakes, []);
  assert.equal(opened, 3);
});
