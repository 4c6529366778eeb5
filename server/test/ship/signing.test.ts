import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openFolder } from '../../../lab/folder.ts';
import { verifyMinisign } from '../../../scripts/demo/minisign.ts';
import { readSigningKey, signMinisign } from '../../../scripts/ship/minisign.ts';
import { makeSigningKey } from './copied.ts';

/* Keys made and encrypted by another program, and signatures that its public keys verify. */

const tauri = fileURLToPath(import.meta.resolve('@tauri-apps/cli/tauri.js'));

test('a file is signed as by Tauri’s signer, with an encrypted key that it generated', async (t) => {
  const folder = await openFolder('signing');
  t.after(() => folder.remove());
  const signer = (...words: string[]) => promisify(execFile)(process.execPath, [tauri, 'signer', ...words]);
  const [key, file] = ['key', 'file'].map((name) => join(folder.path, name)) as [string, string];
  const bytes = Buffer.from('the checksums of a release\n');
  await writeFile(file, bytes);
  await signer('generate', '--ci', '--password', 'a password', '--write-keys', key);
  await signer('sign', '--private-key-path', key, '--password', 'a password', file);
  const theirs = await readFile(`${file}.sig`, 'utf8');
  const publicKey = (await readFile(`${key}.pub`, 'utf8')).trim();
  const { trustedComment } = verifyMinisign(bytes, theirs, publicKey);
  const secretFile = await readFile(key, 'utf8');
  const signature = signMinisign(bytes, readSigningKey(secretFile, 'a password'), trustedComment);
  const ours = Buffer.from(signature).toString('base64');
  assert.deepEqual(verifyMinisign(bytes, ours, publicKey), verifyMinisign(bytes, theirs, publicKey));
  assert.throws(() => verifyMinisign(Buffer.from('other'), ours, publicKey), /does not fit the bytes/);
  assert.throws(() => readSigningKey(secretFile, 'another'), /The password is not that of the signing key/);
});

test('a key without a password is read; other files are rejected', () => {
  const { secretFile, publicLine } = makeSigningKey();
  assert.equal(readSigningKey(secretFile, '').publicLine, publicLine);
  const publicFile = `untrusted comment: minisign public key\n${publicLine}\n`;
  for (const file of ['', publicFile, secretFile.replace('RWQ', 'RVQ').replace('\nRW', '\nAA')])
    assert.throws(() => readSigningKey(file, ''), /not a secret key of minisign/);
});
