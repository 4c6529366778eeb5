import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { signatureMistake, tauri } from '../../src/adapters/tauri/adapter.ts';
import type { Artifact } from '../../src/domain/nouns/artifact.ts';

const cli = join(dirname(createRequire(import.meta.url).resolve('@tauri-apps/cli/package.json')), 'tauri.js');
const run = promisify(execFile);

const codes = (version: string, signature: string | undefined): string[] =>
  [
    ...tauri.reviewVersion(version),
    ...tauri.reviewArtifact(version, { target: 'linux-x86_64', signature } as Artifact),
  ].map(({ code }) => code);

describe('what Tauri’s clients would stumble over, with signatures of its own signer', () => {
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

  test('a real signature is fine, bound to this version or to none', () => {
    assert.equal(signatureMistake(real.plain), undefined);
    assert.equal(signatureMistake(real.versioned), undefined);
    assert.deepEqual(codes('1.2.3', real.plain), []);
    assert.deepEqual(codes('1.2.3', real.versioned), []);
  });

  test('a real signature of another version is warned of', () => {
    assert.deepEqual(codes('1.2.4', real.versioned), ['signature-version-differs']);
  });

  test('each common mistake is named', () => {
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
      assert.match(signatureMistake(signature) ?? 'none', rule, signature.slice(0, 40));
      assert.deepEqual(codes('1.2.3', signature), ['signature-unreadable']);
    }
  });

  test('no signature, and versions that are no SemVer, are warned of', () => {
    assert.deepEqual(codes('1.2.3', undefined), ['signature-missing']);
    for (const version of ['1.2', '1', '01.2.3', '1.2.3.4', 'nightly', '1.2.3-'])
      assert.deepEqual(codes(version, real.plain), ['version-unreadable'], version);
    for (const version of ['1.2.3', 'v1.2.3', '1.2.3-beta.1+build.5'])
      assert.deepEqual(codes(version, real.plain), [], version);
  });
});
