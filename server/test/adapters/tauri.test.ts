import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { tauri } from '../../src/adapters/tauri/adapter.ts';
import { parseTauriSignature } from '../../src/adapters/tauri/signature.ts';
import { containsPrivateKey } from '../../src/domain/model/detect-private-key.ts';

const cli = join(dirname(createRequire(import.meta.url).resolve('@tauri-apps/cli/package.json')), 'tauri.js');
const run = promisify(execFile);

const codes = (version: string, signature: string | undefined): string[] =>
  [
    ...tauri.reviewVersion(version),
    ...tauri.reviewArtifact(version, { target: 'linux-x86_64', format: '.AppImage', signature }),
  ].map(({ code }) => code);

describe('Tauri warnings, with real signatures', () => {
  let folder: string;
  const real = { plain: '', versioned: '', publicKey: '', privateKey: '' };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-tauri-'));
    const [key, file] = [join(folder, 'test.key'), join(folder, 'app.bin')];
    await writeFile(file, 'the bytes of an update');
    const signer = (...args: string[]) => run(process.execPath, [cli, 'signer', ...args], { cwd: folder });
    await signer('generate', '--ci', '-p', '', '-w', key);
    await signer('sign', '-f', key, '-p', '', file);
    real.plain = await readFile(`${file}.sig`, 'utf8');
    await signer('sign', '-f', key, '-p', '', '--app-version', '1.2.3', file);
    real.versioned = await readFile(`${file}.sig`, 'utf8');
    real.publicKey = await readFile(`${key}.pub`, 'utf8');
    real.privateKey = await readFile(key, 'utf8');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('a real signature is valid, with this version or none', () => {
    assert.deepEqual(parseTauriSignature(real.plain), { version: undefined });
    assert.deepEqual(parseTauriSignature(real.versioned), { version: '1.2.3' });
    assert.deepEqual(codes('1.2.3', real.plain), []);
    assert.deepEqual(codes('1.2.3', real.versioned), []);
  });

  test('a real signature of another version causes a warning', () => {
    assert.deepEqual(codes('1.2.4', real.versioned), ['signature-version-differs']);
  });

  /** The real signature with its lines changed. */
  const changed = (change: (lines: string[]) => void): string => {
    const lines = Buffer.from(real.versioned, 'base64').toString().split('\n');
    change(lines);
    return Buffer.from(lines.join('\n')).toString('base64');
  };

  const signedFor = (...fields: string[]): string =>
    changed((lines) => {
      lines[2] = `trusted comment: ${['timestamp:1', ...fields].join('\t')}`;
    });

  test('the signed version is compared as Tauri does', () => {
    const same: [signed: string[], announced: string][] = [
      [['version:1.2.3'], 'v1.2.3'],
      [['version:v1.2.3'], '1.2.3'],
      [['version:1.2.3+5'], 'v1.2.3+5'],
      [['version:1.2.3-rc.1'], '1.2.3-rc.1'],
      // The first of two counts, and only the start of a field names one.
      [['version:1.2.3', 'version:9.9.9'], '1.2.3'],
      [['file:version:9.9.9'], '1.2.3'],
      [['file:a version:9.9.9'], '1.2.3'],
    ];
    for (const [signed, announced] of same)
      assert.deepEqual(codes(announced, signedFor(...signed)), [], `${signed} ${announced}`);
    const others: [signed: string[], announced: string][] = [
      [['version:1.2.3+5'], '1.2.3'],
      [['version:1.2.3'], '1.2.3+5'],
      [['version:1.2.3-rc.1'], '1.2.3'],
      [['version:9.9.9', 'version:1.2.3'], '1.2.3'],
      [['version:'], '1.2.3'],
    ];
    for (const [signed, announced] of others)
      assert.deepEqual(codes(announced, signedFor(...signed)), ['signature-version-differs'], `${signed}`);
  });

  test('an unknown minisign algorithm is reported', () => {
    const withAlgorithm = (name: string): string =>
      changed((lines) => {
        const bytes = Buffer.from(lines[1] ?? '', 'base64');
        bytes.write(name, 0, 'latin1');
        lines[1] = bytes.toString('base64');
      });
    assert.match(String(parseTauriSignature(withAlgorithm('XX'))), /algorithm/);
    for (const algorithm of ['ED', 'Ed']) assert.deepEqual(codes('1.2.3', withAlgorithm(algorithm)), []);
  });

  test('a private key is distinguished from a signature, in any encoding', () => {
    const text = Buffer.from(real.privateKey, 'base64').toString();
    const [, line = ''] = text.split('\n');
    const pem = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----';
    const renamed = `untrusted comment: mine\n${line}\n`;
    for (const key of [real.privateKey, text, line, renamed, pem, `\n ${real.privateKey}\n`]) {
      assert.ok(containsPrivateKey(key), key.slice(0, 30));
      assert.ok(containsPrivateKey(Buffer.from(key).toString('base64')), key.slice(0, 30));
    }
    for (const other of [real.plain, real.versioned, real.publicKey, 'https://example.com/secret key', ''])
      assert.ok(!containsPrivateKey(other), other.slice(0, 30));
  });

  test('unknown target names and files for another system cause warnings', () => {
    const warningFor = (target: string, format: string): [string, string] | [] => {
      const [warning] = tauri.reviewArtifact('1.2.3', { target, format, signature: real.plain });
      return warning === undefined ? [] : [warning.code, warning.detail];
    };
    for (const [target, format, right] of [
      ['win32-x64', '.exe', 'windows-x86_64'],
      ['win-x64', '.exe', 'windows-x86_64'],
      ['macos-arm64', '.app.tar.gz', 'darwin-aarch64'],
      ['linux-amd64-deb', '.deb', 'linux-deb-x86_64'],
      ['Linux-x86_64', '.AppImage', 'linux-x86_64'],
      ['darwin-universal', '.app.tar.gz', 'darwin-aarch64 and darwin-x86_64'],
    ] as const) {
      const [code, detail = ''] = warningFor(target, format);
      assert.equal(code, 'target-unasked', target);
      assert.ok(detail.includes(`request ${right}`), detail);
    }
    for (const [target, format, right] of [
      ['windows-x86_64', '.deb', 'linux-deb-x86_64'],
      ['linux-x86_64', '.app.tar.gz', 'darwin-x86_64'],
      ['darwin-aarch64', '.MSI', 'windows-msi-aarch64'],
    ] as const) {
      const [code, detail = ''] = warningFor(target, format);
      assert.equal(code, 'format-misplaced', target);
      assert.ok(detail.includes(right), detail);
    }
    for (const [target, format] of [
      ['windows-x86_64', '.nsis.zip'],
      ['linux-deb-x86_64', '.deb'],
      ['linux-x86_64', '.deb'],
      ['darwin-dmg-universal', '.dmg'],
      ['darwin-aarch64', '.tar.gz'],
      ['acme-kiosk-x86_64', '.bin'],
    ] as const)
      assert.deepEqual(warningFor(target, format), [], target);
  });

  test('each common mistake is reported', () => {
    const text = Buffer.from(real.plain, 'base64').toString();
    const lines = text.split('\n');
    const mistakes: [string, RegExp][] = [
      ['https://example.com/app.sig', /URL/],
      [text, /raw minisign/],
      [lines[1] ?? '', /does not hold a minisign signature/],
      [real.plain.slice(0, -3), /base64|minisign/],
      [`${real.plain.slice(0, 60)}\n${real.plain.slice(60)}`, /base64/],
      [real.plain.replaceAll('+', '-').replaceAll('/', '_').replace(/^./, '_'), /base64/],
      [real.publicKey, /does not hold a minisign signature/],
      [real.privateKey, /private key/],
      [Buffer.from(lines.slice(0, 2).join('\n')).toString('base64'), /does not hold a minisign signature/],
      [Buffer.from('hello').toString('base64'), /does not hold a minisign signature/],
      ['', /does not hold a minisign signature/],
    ];
    for (const [signature, rule] of mistakes) {
      assert.match(String(parseTauriSignature(signature)), rule, signature.slice(0, 40));
      assert.deepEqual(codes('1.2.3', signature), ['signature-unreadable']);
    }
  });

  test('a missing signature and invalid SemVer versions cause warnings', () => {
    assert.deepEqual(codes('1.2.3', undefined), ['signature-missing']);
    for (const version of [
      '1.2',
      '1',
      '01.2.3',
      '1.2.3.4',
      'nightly',
      '1.2.3-',
      'V1.2.3',
      '18446744073709551616.0.0',
    ])
      assert.deepEqual(codes(version, real.plain), ['version-unreadable'], version);
    for (const version of ['1.2.3', 'v1.2.3', '1.2.3-beta.1+build.5', '18446744073709551615.0.0'])
      assert.deepEqual(codes(version, real.plain), [], version);
  });
});
