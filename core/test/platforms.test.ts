import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  equivalentTargets,
  isPlatformWord,
  maxTargetLength,
  normalizeTarget as normalize,
  parseArch,
  parseOs,
  parsePlatform,
  platformOfFormat,
} from '../src/platform.ts';
import { describePlatform } from '../src/platform-label.ts';

describe('target names', () => {
  test('any target up to the length limit is parsed, a longer one is not', () => {
    const longest = `linux-${'a'.repeat(maxTargetLength - 13)}-x86_64`;
    assert.equal(longest.length, maxTargetLength);
    assert.equal(normalize(longest), longest);
    assert.equal(normalize(`linux-a${longest.slice('linux-'.length)}`), undefined);
  });

  test('names from Node, .NET and Electron are normalized', () => {
    const aliases: Record<string, string> = {
      'win32-x64': 'windows-x86_64',
      'win32-ia32': 'windows-i686',
      'win-x86': 'windows-i686',
      'win-arm64': 'windows-aarch64',
      'osx-arm64': 'darwin-aarch64',
      'mac-universal': 'darwin-universal',
      'macos-x64': 'darwin-x86_64',
      'linux-arm': 'linux-armv7',
      'linux-armv7l': 'linux-armv7',
      'linux-amd64': 'linux-x86_64',
      'linux-musl-x64': 'linux-musl-x86_64',
      'linux-x86_64-deb': 'linux-deb-x86_64',
      'linux-riscv64': 'linux-riscv64',
      'x64-windows': 'windows-x86_64',
      'linux-x64-deb': 'linux-deb-x86_64',
      'linux-DEB-amd64': 'linux-deb-x86_64',
    };
    for (const [target, normalized] of Object.entries(aliases))
      assert.equal(normalize(target), normalized, target);
  });

  test('a custom target name is no platform', () => {
    for (const target of [
      '',
      'linux',
      'x86_64',
      'kiosk-x86_64',
      'linux-universal',
      'windows-universal',
      'win-linux-armhf',
      'linux-x64-ia32',
      'windows--ia32',
      'linux-constructor',
      'toString-x64',
      'windows-linux-x64',
      'linux-x64-arm64',
      'linux--x64',
      '__proto__-x64',
    ])
      assert.equal(parsePlatform(target), undefined, target);
  });

  test('single words name a system or an architecture, in any case', () => {
    assert.deepEqual(
      [parseOs('Win32'), parseOs('osx'), parseOs('toString')],
      ['windows', 'darwin', undefined],
    );
    assert.deepEqual([parseArch('AMD64'), parseArch('armhf'), parseArch('')], ['x86_64', 'armv7', undefined]);
    for (const word of ['win32', 'i386', 'i686', 'arm', 'riscv64', 'universal', 'Linux'])
      assert.ok(isPlatformWord(word), word);
    for (const word of ['beta', 'constructor', '']) assert.ok(!isPlatformWord(word), word);
  });

  test('normalized names stay unchanged with any bundle', () => {
    const target = fc.tuple(
      fc.constantFrom('windows', 'darwin', 'linux'),
      fc.option(fc.constantFrom('deb', 'msi', 'nsis', 'app', 'musl-deb')),
      fc.constantFrom('x86_64', 'aarch64', 'i686', 'armv7', 'riscv64'),
    );
    fc.assert(
      fc.property(target, (words) => {
        const text = words.filter((word) => word !== null).join('-');
        assert.equal(normalize(text), text);
      }),
    );
  });

  test('no text throws, and normalizing is idempotent', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const normalized = normalize(text);
        if (normalized !== undefined) assert.equal(normalize(normalized), normalized);
      }),
      { numRuns: 2000 },
    );
  });

  test('only equivalent targets are found under other names', () => {
    const targets = ['windows-x86_64', 'windows-msi-x86_64', 'darwin-aarch64', 'kiosk-x86_64'];
    assert.deepEqual(equivalentTargets('win32-x64', targets), ['windows-x86_64']);
    assert.deepEqual(equivalentTargets('win-msi-x64', targets), ['windows-msi-x86_64']);
    assert.deepEqual(equivalentTargets('mac-arm64', targets), ['darwin-aarch64']);
    assert.deepEqual(equivalentTargets('darwin-aarch64', targets), []);
    assert.deepEqual(equivalentTargets('kiosk-x64', targets), []);
  });

  test('formats of a single system identify it', () => {
    assert.deepEqual(platformOfFormat('.AppImage'), { system: 'linux', bundle: undefined });
    assert.deepEqual(platformOfFormat('.msi'), { system: 'windows', bundle: 'msi' });
    for (const format of ['.zip', '.tar.gz', '.bin', ''])
      assert.equal(platformOfFormat(format), undefined, format);
  });

  test('users read a platform by its common name, and a custom one as it is', () => {
    const names = {
      'darwin-aarch64': 'macOS, Apple silicon',
      'win32-x64': 'Windows, 64-bit (x64)',
      'linux-x86_64': 'Linux, x86_64',
      'linux-deb-x86_64': 'Linux, x86_64, deb',
      'steam-deck': 'steam-deck',
    };
    for (const [target, name] of Object.entries(names)) assert.equal(describePlatform(target), name);
  });
});
