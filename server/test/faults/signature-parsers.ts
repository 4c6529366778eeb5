import assert from 'node:assert/strict';
import { parseMinisign, versionFromComment } from '@slipway/core/minisign.ts';
import { createSigner } from '../../../lab/signer.ts';
import { containsPrivateKey } from '../../src/domain/model/detect-private-key.ts';
import { matchesSignedVersion } from '../../src/domain/signatures/minisign.ts';
import { publicKeyBytes, readPublicKey } from '../../src/domain/signatures/public-key.ts';
import { parseSignature } from '../../src/domain/signatures/signature-format.ts';

/* Near-valid signatures and keys for the parsers, mixed with lines of real ones. */

const { publicKey, rawKey, signText, signRaw } = createSigner();
const lines = signText(Buffer.from('x'), { version: '1.2.3' }).split('\n');
const pieces = [
  ...lines,
  ...lines.map((line) => line.slice(0, -1)),
  ...['\n', '\n', '\n', '\r\n', '\t', ' ', '=', 'A', '+', '/', '\u0000', 'é', '\ud800'],
  ...['untrusted comment:', 'trusted comment: ', 'version:', 'secret key', '-----BEGIN PRIVATE KEY-----'],
];

const checkForm = (text: string): void => {
  const form = parseSignature(text, { onlySigFile: false });
  if (typeof form === 'string') return;
  assert.equal(form.signature.length, 64);
  if (form.kind === 'ed25519') return;
  assert.match(form.keyId, /^[0-9A-F]{16}$/);
  assert.equal(form.global.length, 64);
  assert.ok(!form.comment.includes('\n'));
  const version = versionFromComment(form.comment);
  if (version !== undefined) assert.ok(matchesSignedVersion(version, version), 'equal to itself');
};

/** Each text as is and in base64. */
export const parsers = {
  signature: {
    alphabet: [...pieces, signRaw(Buffer.from('x'))],
    counts: [200_000, 5_000_000] as [number, number],
    run: (text: string) => {
      parseMinisign(text);
      for (const form of [text, Buffer.from(text).toString('base64')]) checkForm(form);
    },
  },
  'public key': {
    alphabet: [...pieces, publicKey.line, publicKey.tauri, rawKey, 'untrusted comment: k\n'],
    counts: [200_000, 5_000_000] as [number, number],
    run: (text: string) => {
      // A text with the length of a raw key pair triggers an expensive calculation.
      if (text.length !== 88) containsPrivateKey(text);
      for (const form of [text, Buffer.from(text).toString('base64')]) {
        const key = readPublicKey(form);
        if (key === undefined) continue;
        assert.equal(publicKeyBytes(key).length, 32);
        assert.deepEqual(readPublicKey(key.publicKey), key, 'stable');
      }
    },
  },
};
