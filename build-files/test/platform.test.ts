import assert from 'node:assert/strict';
import test from 'node:test';
import { documentedTargets, normalizeTarget } from '../src/platform.ts';

test('normalizes only known platform aliases', () => {
  const pairs = {
    'win32-x64': 'windows-x86_64',
    'win-arm64': 'windows-aarch64',
    'osx-x64': 'darwin-x86_64',
    'macos-universal': 'darwin-universal',
    'linux-deb-amd64': 'linux-deb-x86_64',
    'linux-arm': 'linux-armv7',
    'linux-ia32': 'linux-i686',
    'linux-x86_64': 'linux-x86_64',
  };
  for (const [input, normalized] of Object.entries(pairs))
    assert.equal(normalizeTarget(input), normalized, input);
  for (const none of ['linux', 'l-a', 'linux-', '-x64', 'beos-x64', 'linux-constructor', 'toString-x64'])
    assert.equal(normalizeTarget(none), undefined, none);
  assert.deepEqual(documentedTargets('windows-x86_64'), []);
  assert.deepEqual(documentedTargets('darwin-universal'), ['darwin-aarch64', 'darwin-x86_64']);
});
