import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { Point } from '@noble/ed25519';
import { isPublicKey, verifySignature } from '../../../src/domain/signatures/ed25519.ts';
import { byOpenssl, byPieces, ed25519Cases, smallOrder } from './ed25519-cases.ts';

describe('Ed25519 of a message in pieces', () => {
  test('decides as OpenSSL does: 300 cases, and each of the points of small order', () => {
    const seed = 20260131;
    for (const one of ed25519Cases(300, seed))
      assert.equal(byPieces(one), byOpenssl(one), `${one.what}, seed ${seed}`);
    for (const publicKey of smallOrder)
      for (const r of smallOrder) {
        const signature = Buffer.concat([r, Buffer.alloc(32)]);
        const one = { what: 'small order', message: Buffer.from('any'), signature, publicKey };
        assert.equal(byPieces(one), byOpenssl(one), `${publicKey.toString('hex')} ${r.toString('hex')}`);
      }
  });

  test('is the same however the message is cut', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
    const message = randomBytes(100_000);
    const signature = sign(null, message, privateKey);
    for (const pieceBytes of [1000, 4096, 100_000])
      assert.ok(byPieces({ what: 'good', message, signature, publicKey: point }, pieceBytes));
    assert.ok(verifySignature(message, signature, point));
    assert.ok(!verifySignature(message.subarray(1), signature, point));
    const empty = { message: Buffer.alloc(0), signature: sign(null, Buffer.alloc(0), privateKey) };
    assert.ok(byPieces({ what: 'empty', ...empty, publicKey: point }));
  });

  test('what has another length is no signature', () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
    for (const length of [0, 32, 63, 65])
      assert.ok(
        !byPieces({ what: 'cut', message: point, signature: Buffer.alloc(length), publicKey: point }),
        `${length}`,
      );
  });
});

test('a public key is a point of large order, written in the one way there is', () => {
  for (let tried = 0; tried < 20; tried++) {
    const { publicKey } = generateKeyPairSync('ed25519');
    assert.ok(isPublicKey(publicKey.export({ format: 'der', type: 'spki' }).subarray(12)));
  }
  for (const weak of smallOrder) assert.ok(!isPublicKey(weak), weak.toString('hex'));
  const mixed = Point.BASE.add(Point.fromBytes(Buffer.alloc(32), true));
  assert.ok(!isPublicKey(mixed.toBytes()), 'part of it of small order');
  assert.ok(isPublicKey(Point.BASE.toBytes()));
  assert.ok(!isPublicKey(Buffer.alloc(32, 2)), 'no point');
  assert.ok(!isPublicKey(Buffer.alloc(31)));
});
