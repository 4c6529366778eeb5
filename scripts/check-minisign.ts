import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyMinisign } from './demo/minisign.ts';
import { readSigningKey, signMinisign } from './ship/minisign.ts';

/*
 * Holds our signatures against the real minisign, from Debian's packages, which are unpacked into a temporary folder. It
 * is no part of `npm test`, which needs npm packages alone; there our own verification and Tauri's signer stand in.
 */

const folder = mkdtempSync(join(tmpdir(), 'slipway-minisign-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const fetchMinisign = (): void => {
  for (const command of ['apt-get', 'dpkg-deb'])
    if (spawnSync(command, ['--version']).error !== undefined) {
      console.log(`This needs the command ${command}: Debian's, or a system made of its packages.`);
      process.exit(2);
    }
  execFileSync('apt-get', ['--quiet=2', 'download', 'minisign', 'libsodium23'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for (const name of globSync('*.deb', { cwd: folder }))
    execFileSync('dpkg-deb', ['--extract', name, 'root'], { cwd: folder });
};

const libraries = (): string => join(folder, globSync('root/usr/lib/*-linux-gnu', { cwd: folder })[0] ?? '');

/** Runs minisign in the folder; what it asks for, a password, is typed. */
const minisign = (words: string[], typed = '') =>
  spawnSync(join(folder, 'root/usr/bin/minisign'), words, {
    cwd: folder,
    env: { LD_LIBRARY_PATH: libraries() },
    input: typed,
    encoding: 'utf8',
  });

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

fetchMinisign();
console.log(minisign(['-v']).stdout.trim());
for (const password of ['', 'a password']) {
  checkKey(password);
  console.log(
    `  it takes what we sign with its key ${password === '' ? 'without' : 'with'} a password, and we what it signs`,
  );
}
