import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { verifyMinisign } from '../../../scripts/demo/minisign.ts';

/* The demo itself verifies real signatures; here each part of one is changed in turn. */

const bytes = Buffer.from('the bytes of a build');
const keyId = Buffer.from('0123456789abcdef', 'hex');
const encode = (...lines: string[]): string => Buffer.from(`${lines.join('\n')}\n`).toString('base64');

const publicText = (key: KeyObject, id: Buffer): string => {
  const raw = Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  return encode('untrusted comment: a key', Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64'));
};

const signatureText = (key: KeyObject, { algorithm = 'ED', shows = 'version:1.0.0' } = {}): string => {
  const own = sign(null, createHash('blake2b512').update(bytes).digest(), key);
  const global = sign(null, Buffer.concat([own, Buffer.from('version:1.0.0')]), key);
  return encode(
    'untrusted comment: signature',
    Buffer.concat([Buffer.from(algorithm), keyId, own]).toString('base64'),
    `trusted comment: ${shows}`,
    global.toString('base64'),
  );
};

describe('verifying a minisign signature', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const trusted = publicText(publicKey, keyId);

  test('returns the trusted comment and the version in it', () => {
    const signed = verifyMinisign(bytes, signatureText(privateKey), trusted);
    assert.deepEqual(signed, { trustedComment: 'version:1.0.0', version: '1.0.0' });
  });

  test('refuses other bytes', () => {
    const other = Buffer.from('the bytes of a build.');
    assert.throws(() => verifyMinisign(other, signatureText(privateKey), trusted), /does not fit the bytes/);
  });

  test('refuses another key with the same id', () => {
    const otherKey = generateKeyPairSync('ed25519').privateKey;
    assert.throws(() => verifyMinisign(bytes, signatureText(otherKey), trusted), /does not fit the bytes/);
  });

  test('refuses a key with another id', () => {
    const renamed = publicText(publicKey, Buffer.alloc(8));
    assert.throws(() => verifyMinisign(bytes, signatureText(privateKey), renamed), /another key/);
  });

  test('refuses a trusted comment that was changed after signing', () => {
    const changed = signatureText(privateKey, { shows: 'version:9.0.0' });
    assert.throws(() => verifyMinisign(bytes, changed, trusted), /trusted comment was changed/);
  });

  test('refuses a kind of signature that it does not know', () => {
    const legacy = signatureText(privateKey, { algorithm: 'Ed' });
    assert.throws(() => verifyMinisign(bytes, legacy, trusted), /of the kind "Ed"/);
  });
});
