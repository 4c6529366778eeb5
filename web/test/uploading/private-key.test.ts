import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { withoutWorker } from './page-worker.ts';

const { detectFiles } = await import('../../src/upload/detect-files.ts');
const { isPrivateKey } = await import('../../src/upload/private-key.ts');
const { readCandidates } = await import('../../src/upload/read-candidates.ts');

/** Drops the files: path and contents. */
const detect = async (...files: [path: string, text: string][]) =>
  detectFiles(
    await readCandidates(files.map(([path, text]) => ({ path, file: new File([text], 'a') }))),
    undefined,
  );

describe('a private key among dropped files', () => {
  const minisign = Buffer.concat([Buffer.from('Ed'), randomBytes(156)]).toString('base64');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = (key: typeof privateKey, type: 'pkcs8' | 'spki') =>
    key.export({ format: 'der', type: type as 'spki' }).subarray(-32);
  const pair = Buffer.concat([raw(privateKey, 'pkcs8'), raw(publicKey, 'spki')]).toString('base64');
  const newSignature = (): string => sign(null, randomBytes(32), privateKey).toString('base64');

  test('is detected under any name and never passed on', async () => {
    const texts = [
      `untrusted comment: rsign encrypted secret key\n${minisign}\n`,
      Buffer.from(`untrusted comment: rsign encrypted secret key\n${minisign}\n`).toString('base64'),
      '-----BEGIN PRIVATE KEY-----\nabc',
      pair,
      `SPARKLE_KEY="${pair}"`,
    ];
    for (const text of texts)
      for (const path of ['app.key', 'b/Lantern_1.6.0_amd64.AppImage.sig', 'app.AppImage']) {
        const found = await detect(['b/Lantern_1.6.0_amd64.AppImage', 'x'], [path, text]);
        assert.deepEqual(found.privateKeys, [path], text.slice(0, 30));
        assert.doesNotMatch(JSON.stringify(found), new RegExp(minisign.slice(0, 40).replaceAll('+', '\\+')));
        assert.ok(!JSON.stringify(found).includes(pair));
        assert.equal(found.items.length, 1, 'it is no file of the release');
        assert.equal(found.items[0]?.signature, undefined);
      }
  });

  test('is not confused with a signature', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const signature = newSignature();
      const { privateKeys, items } = await detect(['a.zip', 'x'], ['a.zip.sig', `${signature}\n`]);
      assert.deepEqual([privateKeys, items[0]?.signature], [[], signature]);
      assert.ok(!isPrivateKey(signature), 'the review before publishing agrees');
    }
  });

  test('is any untested 64 bytes, also if the worker fails', async () => {
    const signature = newSignature();
    assert.ok(isPrivateKey(signature));
    await withoutWorker(async () => {
      const { privateKeys } = await detect(['a.zip', 'x'], ['a.zip.sig', signature]);
      assert.deepEqual(privateKeys, ['a.zip.sig']);
    });
    const { privateKeys } = await detect(['a.zip', 'x'], ['a.zip.sig', signature]);
    assert.deepEqual(privateKeys, [], 'the next drop tests it again');
  });
});
