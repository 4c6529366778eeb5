import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign as signAny } from 'node:crypto';
import { describe, test } from 'node:test';
import { createSigner } from '../../../../lab/signer.ts';
import { containsPrivateKey } from '../../../src/domain/model/detect-private-key.ts';
import { parsePublicKey, publicKeyFaults } from '../../../src/domain/signatures/public-key.ts';
import { smallOrder } from './ed25519-cases.ts';

const codesOf = (input: string): string[] => publicKeyFaults(input).map(({ code }) => code);

describe('public keys', () => {
  test('are the same key in every format', () => {
    const { publicKey, keyId } = createSigner();
    const { line, text, tauri } = publicKey;
    for (const form of [line, text, text.replaceAll('\n', '\r\n'), tauri, `  ${tauri}\n`, `${line}\n`]) {
      assert.deepEqual(parsePublicKey(form), { kind: 'minisign', keyId, publicKey: line });
      assert.deepEqual(publicKeyFaults(form), []);
    }
  });

  test('of 32 bytes are raw keys with their hash as ID', () => {
    const { rawKey } = createSigner();
    const hash = createHash('sha256').update(Buffer.from(rawKey, 'base64')).digest('hex');
    const keyId = hash.slice(0, 16).toUpperCase();
    assert.deepEqual(parsePublicKey(rawKey), { kind: 'ed25519', keyId, publicKey: rawKey });
  });

  test('are refused if unreadable or weak', () => {
    const { publicKey, rawKey, sign } = createSigner();
    const signature = sign(Buffer.from('x'));
    const others = [
      '',
      'hello',
      publicKey.line.slice(0, -4),
      `${rawKey}AAAA`,
      signature,
      'https://example.com',
    ];
    const weak = smallOrder.map((point) => point.toString('base64'));
    for (const input of [...others, ...weak]) assert.deepEqual(codesOf(input), ['unreadable'], input);
  });

  test('a private key is refused in any format and never echoed', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    const seed = der.subarray(-32);
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
    const expanded = createHash('sha512').update(seed).digest();
    expanded[0] = (expanded[0] ?? 0) & 248;
    expanded[31] = ((expanded[31] ?? 0) & 63) | 64;
    const line = Buffer.concat([Buffer.from('EdSc'), Buffer.alloc(154, 7)]).toString('base64');
    const minisign = `untrusted comment: minisign encrypted secret key\n${line}\n`;
    for (const secret of [
      privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      der.toString('base64'),
      Buffer.concat([seed, point]).toString('base64'),
      Buffer.concat([expanded, point]).toString('base64'),
      minisign,
      line,
      Buffer.from(minisign).toString('base64'),
      Buffer.from(minisign).toString('base64url'),
      Buffer.concat([seed, point]).toString('base64url'),
    ]) {
      assert.ok(containsPrivateKey(secret), secret);
      assert.deepEqual(codesOf(secret), ['private-key']);
      assert.ok(!JSON.stringify(publicKeyFaults(secret)).includes(secret.slice(-20)));
      assert.ok(containsPrivateKey(Buffer.from(secret).toString('base64')), 'in base64 once more');
      for (const wrapped of [`"${secret}"`, `SIGNING_KEY=${secret}`, `key: '${secret}',`])
        assert.ok(containsPrivateKey(wrapped), wrapped);
    }
  });

  test('no signature is mistaken for a private key', () => {
    for (let tried = 0; tried < 50; tried++) {
      const { sign, signRaw, signText, publicKey, rawKey } = createSigner();
      const bytes = Buffer.from(`${tried}`);
      // P-384 has signatures of 96 bytes.
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
      const p384 = signAny('sha384', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
        'base64',
      );
      for (const text of [sign(bytes), signRaw(bytes), signText(bytes), publicKey.tauri, rawKey, p384])
        assert.ok(!containsPrivateKey(text), text);
    }
  });
});
