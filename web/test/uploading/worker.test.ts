import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { askWorker } from './page-worker.ts';

const sliceBytes = 4 * 1024 ** 2;

describe('the worker', () => {
  test('hashes a file like Node, in slices', async () => {
    for (const length of [0, 1, 127, 128, sliceBytes - 1, sliceBytes, sliceBytes + 1, 2 * sliceBytes + 77]) {
      const bytes = randomBytes(length);
      const replies = await askWorker({ file: new File([bytes], 'a'), sha512: true, sha1: true });
      const hashed = (name: string) => createHash(name).update(bytes);
      assert.deepEqual(replies.at(-1), {
        result: {
          sha256: hashed('sha256').digest('hex'),
          sha512: hashed('sha512').digest('base64'),
          sha1: hashed('sha1').digest('hex'),
        },
      });
      const slices = Math.ceil(length / sliceBytes);
      const progress = Array.from({ length: Math.max(0, slices - 1) }, (_, at) => ({
        bytes: (at + 1) * sliceBytes,
      }));
      assert.deepEqual(replies.slice(0, -1), progress, `${length} bytes`);
    }
  });

  test('computes only the hashes that were requested', async () => {
    const replies = await askWorker({ file: new File(['abc'], 'a'), sha512: false, sha1: false });
    const sha256 = createHash('sha256').update('abc').digest('hex');
    assert.deepEqual(replies, [{ result: { sha256, sha512: undefined, sha1: undefined } }]);
  });

  test('reports a file that cannot be read', async () => {
    const slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) });
    assert.deepEqual(await askWorker({ file: { size: 1, slice } }), [{ failed: 'Error: gone' }]);
  });

  test('tells a seed with its public key from other 64 bytes', async () => {
    const pairs = Array.from({ length: 10 }, () => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519');
      const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
      return Buffer.concat([seed, publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
    });
    const others = pairs.map((pair) => Buffer.concat([pair.subarray(0, 63), Buffer.of((pair[63] ?? 0) ^ 1)]));
    const [reply] = await askWorker({ keyPairs: [...pairs, ...others].map((one) => new Uint8Array(one)) });
    assert.deepEqual(reply, { result: [...pairs.map(() => true), ...others.map(() => false)] });
  });

  test('recognizes an old Sparkle key: a scalar, 32 more bytes, and the public key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    const expanded = createHash('sha512').update(seed).digest();
    expanded[0] = (expanded[0] ?? 0) & 248;
    expanded[31] = ((expanded[31] ?? 0) & 127) | 64;
    const key = Buffer.concat([expanded, publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
    const other = Buffer.concat([key.subarray(0, 95), Buffer.of((key[95] ?? 0) ^ 1)]);
    const [reply] = await askWorker({ keyPairs: [key, other].map((one) => new Uint8Array(one)) });
    assert.deepEqual(reply, { result: [true, false] });
  });
});
