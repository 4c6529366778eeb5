import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { createSigner } from '../../lab/signer.ts';
import { isKeyPair } from '../src/key-pair.ts';
import { findPrivateKey, isPrivateKey } from '../src/private-key.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const pair = Buffer.concat([seed, point]).toString('base64');
const minisignKey = Buffer.concat([Buffer.from('Ed'), randomBytes(156)]).toString('base64');
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a private key', () => {
  test('is certain by its name or format, in up to two more layers of base64', () => {
    const keys = [
      `untrusted comment: rsign encrypted secret key\n${minisignKey}`,
      privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      minisignKey,
      minisignKey.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
    ];
    for (const key of keys)
      for (const text of [key, ` ${key}\n`, `KEY="${key}"`, inBase64(key), inBase64(inBase64(key))])
        assert.equal(findPrivateKey(text).isCertain, true, text.slice(0, 60));
    assert.equal(findPrivateKey('a:\nuntrusted comment: minisign encrypted secret key\nRW').isCertain, true);
    assert.equal(findPrivateKey(inBase64(inBase64(inBase64(minisignKey)))).isCertain, false);
  });

  test('is a candidate if it is a raw key, and certain once its public half fits', () => {
    for (const text of [pair, inBase64(pair), `SPARKLE_KEY=${pair}`, pair.replace(/=+$/, '')]) {
      const { isCertain, candidates } = findPrivateKey(text);
      assert.equal(isCertain, false);
      assert.ok(candidates.some((bytes) => isKeyPair(bytes, () => point)));
      assert.equal(
        isPrivateKey(text, (bytes) => isKeyPair(bytes, () => point)),
        true,
      );
      assert.equal(
        isPrivateKey(text, (bytes) => isKeyPair(bytes, () => seed)),
        false,
      );
    }
  });

  test('is no candidate inside a longer text, where the caller limits that', () => {
    const text = `${'word '.repeat(20)}${pair}`;
    assert.equal(findPrivateKey(text, { maxAround: 40 }).candidates.length, 0);
    assert.equal(findPrivateKey(text).candidates.length, 1);
    assert.equal(findPrivateKey(pair, { maxAround: 40 }).candidates.length, 1);
  });

  test('is no signature, public key or hash', () => {
    const signer = createSigner();
    const texts = [
      signer.sign(Buffer.from('x')),
      signer.signText(Buffer.from('x')),
      signer.publicKey.tauri,
      signer.rawKey,
      createHash('sha512').update('x').digest('hex'),
      '',
    ];
    for (const text of texts)
      assert.equal(
        isPrivateKey(text, () => false),
        false,
        text,
      );
    assert.deepEqual(findPrivateKey(signer.sign(Buffer.from('x'))).candidates, []);
    assert.equal(
      findPrivateKey(signer.signRaw(Buffer.from('x'))).candidates.length,
      1,
      'only a curve can tell',
    );
  });
});
