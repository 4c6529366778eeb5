import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMinisign } from '../lab/minisign.ts';
import { verifyMinisign } from './demo/minisign.ts';
import { readSigningKey, signMinisign } from './ship/minisign.ts';

/*
 * Verifies our signatures with the real minisign, installed or from Debian, in a temporary folder. Not part of `npm
 * test`, which needs only npm packages and uses our own verification and Tauri's signer.
 */

const folder = mkdtempSync(join(tmpdir(), 'slipway-minisign-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const minisign = findMinisign(folder);
if (minisign === undefined) {
  console.log("This needs minisign, or Debian's packages, from which it is taken.");
  process.exit(2);
}

const at = (name: string): string => join(folder, name);
const inBase64 = (name: string): string => readFileSync(at(name)).toString('base64');

const checkKey = (password: string): void => {
  const typed = `${password}\n${password}\n`;
  const protect = password === '' ? ['-W'] : [];
  const made = minisign(['-G', '-f', ...protect, '-p', 'key.pub', '-s', 'key'], typed);
  assert.equal(made.status, 0, made.stderr);
  const bytes = Buffer.from('the checksums of a release\n');
  writeFileSync(at('SHA256SUMS'), bytes);
  const key = readSigningKey(readFileSync(at('key'), 'utf8'), password);
  writeFileSync(at('SHA256SUMS.minisig'), signMinisign(bytes, key, 'slipway 1.2.3'));
  for (const which of [
    ['-p', 'key.pub'],
    ['-P', key.publicLine],
  ]) {
    const { status, stdout, stderr } = minisign(['-Vm', 'SHA256SUMS', ...which]);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /Signature and comment signature verified\nTrusted comment: slipway 1\.2\.3\n/);
  }
  writeFileSync(at('SHA256SUMS'), 'other checksums\n');
  assert.equal(minisign(['-Vm', 'SHA256SUMS', '-p', 'key.pub']).status, 1);
  const signed = minisign(['-Sm', 'SHA256SUMS', '-s', 'key', '-t', 'theirs'], typed);
  assert.equal(signed.status, 0, signed.stderr);
  const theirs = verifyMinisign(
    readFileSync(at('SHA256SUMS')),
    inBase64('SHA256SUMS.minisig'),
    inBase64('key.pub'),
  );
  assert.equal(theirs.trustedComment, 'theirs');
};

console.log(minisign(['-v']).stdout.trim());
for (const password of ['', 'a password']) {
  checkKey(password);
  console.log(
    `  it takes what we sign with its key ${password === '' ? 'without' : 'with'} a password, and we what it signs`,
  );
}
