import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldBounds } from '@slipway/api';
import fc from 'fast-check';
import { bounds } from '../../../src/domain/model/bounds.ts';
import {
  equivalentTargets,
  formatPlatform,
  parsePlatform,
  platformOfFormat,
} from '../../../src/domain/model/platform.ts';

const house = (target: string): string | undefined => {
  const place = parsePlatform(target);
  return place && formatPlatform(place);
};

describe('the vocabulary of targets', () => {
  test('any target that can be declared is taken apart, a longer one is not', () => {
    assert.equal(bounds.targetLength, fieldBounds.target);
    const longest = `linux-${'a'.repeat(fieldBounds.target - 13)}-x86_64`;
    assert.equal(longest.length, fieldBounds.target);
    assert.equal(house(longest), longest);
    assert.equal(house(`linux-a${longest.slice('linux-'.length)}`), undefined);
  });

  test('Node’s, .NET’s and Electron’s words mean the house’s', () => {
    const known: Record<string, string> = {
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
    };
    for (const [target, meant] of Object.entries(known)) assert.equal(house(target), meant, target);
  });

  test('a name of the publisher’s own names no place', () => {
    for (const target of [
      '',
      'linux',
      'x86_64',
      'kiosk-x86_64',
      'linux-universal',
      'windows-linux-x64',
      'linux-x64-arm64',
      'linux--x64',
      '__proto__-x64',
    ])
      assert.equal(parsePlatform(target), undefined, target);
  });

  test('the house’s own words stay as they are, whatever the bundle', () => {
    const target = fc.tuple(
      fc.constantFrom('windows', 'darwin', 'linux'),
      fc.option(fc.constantFrom('deb', 'msi', 'nsis', 'app', 'musl-deb')),
      fc.constantFrom('x86_64', 'aarch64', 'i686', 'armv7', 'riscv64'),
    );
    fc.assert(
      fc.property(target, (words) => {
        const text = words.filter((word) => word !== null).join('-');
        assert.equal(house(text), text);
      }),
    );
  });

  test('no text is refused, and what is understood is understood again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const meant = house(text);
        if (meant !== undefined) assert.equal(house(meant), meant);
      }),
      { numRuns: 2000 },
    );
  });

  test('the same place is found in other words, and only that', () => {
    const targets = ['windows-x86_64', 'windows-msi-x86_64', 'darwin-aarch64', 'kiosk-x86_64'];
    assert.deepEqual(equivalentTargets('win32-x64', targets), ['windows-x86_64']);
    assert.deepEqual(equivalentTargets('win-msi-x64', targets), ['windows-msi-x86_64']);
    assert.deepEqual(equivalentTargets('mac-arm64', targets), ['darwin-aarch64']);
    assert.deepEqual(equivalentTargets('darwin-aarch64', targets), []);
    assert.deepEqual(equivalentTargets('kiosk-x64', targets), []);
  });

  test('formats that only one system has are known by it', () => {
    assert.deepEqual(platformOfFormat('.AppImage'), { system: 'linux', bundle: undefined });
    assert.deepEqual(platformOfFormat('.msi'), { system: 'windows', bundle: 'msi' });
    for (const format of ['.zip', '.tar.gz', '.bin', ''])
      assert.equal(platformOfFormat(format), undefined, format);
  });
});
