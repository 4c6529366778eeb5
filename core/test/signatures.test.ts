import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createSigner } from '../../lab/signer.ts';
import { decodeBase64 } from '../src/base64.ts';
import { versionFromComment } from '../src/minisign.ts';
import { parsePublicKeyText } from '../src/public-key.ts';
import { parseSignatureText, signerKeyId } from '../src/signature.ts';

/* As strict as clients are: what the CLI accepts before publishing, the server accepts, too. */

const signer = createSigner(Buffer.alloc(32, 7));
const text = signer.signText(Buffer.from('x'), { version: '1.2.3' });
const lines = text.split('\n');
const inBase64 = (plain: string): string => Buffer.from(plain).toString('base64');

describe('base64', () => {
  test('only canonical text is decoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        assert.deepEqual(decodeBase64(Buffer.from(bytes).toString('base64')), Uint8Array.from(bytes));
      }),
    );
    for (const wrong of ['YQ', 'YQ=', 'YR==', 'YQ==\n', ' YQ==', 'Y-Q=', 'é', '='])
      assert.equal(decodeBase64(wrong), undefined, wrong);
  });
});

describe('signatures', () => {
  test('of minisign, Tauri and Sparkle are read', () => {
    for (const form of [text, inBase64(text), text.replaceAll('\n', '\r\n')]) {
      const parsed = parseSignatureText(form);
      assert.ok(typeof parsed !== 'string' && parsed.kind === 'minisign', form);
      assert.equal(parsed.keyId, signer.keyId);
      assert.equal(parsed.isPrehashed, true);
      assert.equal(versionFromComment(parsed.comment), '1.2.3');
      assert.equal(signerKeyId(form), parsed.keyId);
    }
    const raw = parseSignatureText(signer.signRaw(Buffer.from('x')));
    assert.ok(typeof raw !== 'string' && raw.kind === 'ed25519' && raw.signature.length === 64);
    assert.equal(signerKeyId(signer.signRaw(Buffer.from('x'))), undefined);
  });

  test('that clients refuse are unreadable', () => {
    const [first = '', second = '', third = '', fourth = ''] = lines;
    const faulty = {
      'no trusted comment': [first, second, '', fourth].join('\n'),
      'no global signature': [first, second, third].join('\n'),
      'two lines': [first, second].join('\n'),
      unpadded: [first, second.replace(/=+$/, '').slice(0, -1), third, fourth].join('\n'),
      'a space after the line': [first, `${second} `, third, fourth].join('\n'),
      'text in front': `x${text}`,
      'unpadded base64': inBase64(`${text}\n`).replace(/=+$/, '').slice(0, -1),
      'no UTF-8': Buffer.concat([Buffer.from(text), Buffer.from([0xff])]).toString('base64'),
      'a URL': 'https://example.com/app.sig',
      empty: '',
    };
    for (const [name, form] of Object.entries(faulty)) {
      assert.equal(typeof parseSignatureText(form), 'string', name);
      assert.equal(signerKeyId(form), undefined, name);
    }
  });

  test('keep trailing spaces of the trusted comment, which are signed', () => {
    const parsed = parseSignatureText(signer.signText(Buffer.from('x'), { comment: 'a  ' }));
    assert.ok(typeof parsed !== 'string' && parsed.kind === 'minisign');
    assert.equal(parsed.comment, 'a  ');
  });

  test('of a .sig file alone are read where clients read nothing else', () => {
    assert.notEqual(typeof parseSignatureText(inBase64(text), true), 'string');
    for (const form of [text, signer.signRaw(Buffer.from('x'))])
      assert.equal(typeof parseSignatureText(form, true), 'string');
  });
});

describe('public keys', () => {
  const { line, tauri } = signer.publicKey;

  test('of Tauri, minisign and Sparkle are read', () => {
    for (const form of [line, tauri, `untrusted comment: k\n${line}\n`, `${line}\nuntrusted comment: k`]) {
      const key = parsePublicKeyText(form);
      assert.deepEqual([key?.kind, key?.keyId, key?.line], ['minisign', signer.keyId, line], form);
    }
    const raw = parsePublicKeyText(` ${signer.rawKey}\n`);
    assert.deepEqual([raw?.kind, raw?.keyId, raw?.line], ['ed25519', undefined, signer.rawKey]);
    assert.deepEqual(raw?.point, parsePublicKeyText(line)?.point);
  });

  test('of any other text are none', () => {
    for (const form of [
      '',
      'untrusted comment: k',
      signer.rawKey.replace(/=$/, ''),
      `RW${line.slice(4)}`,
      text,
    ])
      assert.equal(parsePublicKeyText(form), undefined, form);
  });
});
