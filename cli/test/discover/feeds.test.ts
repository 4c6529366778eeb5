import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { discover } from '../../src/discover/discover.ts';
import { makeFolder } from '../folder.ts';
import { blockMap } from '../import/old-place.ts';

const feed = (version: string, files: string) => `version: ${version}
files:
${files}
path: whatever
releaseNotes: |
  version: 9.9.9
releaseDate: '2026-01-01T00:00:00.000Z'
`;

test('electron-builder’s feeds name version, files and systems', async (t) => {
  const folder = await makeFolder(t, {
    'dist/latest.yml': feed('2.0.0', '  - url: Acme Setup 2.0.0.exe\n    sha512: x\n    size: 3'),
    'dist/latest-mac.yml': feed(
      '2.0.0',
      '  - url: Acme-2.0.0-arm64-mac.zip\n    size: 3\n  - url: Acme-2.0.0-mac.zip\n  - url: https://cdn.example.com/x/Acme-2.0.0.dmg',
    ),
    'dist/latest-linux.yml': feed('2.0.0', '  - url: Acme-2.0.0.AppImage\n  - url: acme_2.0.0_amd64.deb'),
    'dist/latest-linux-arm64.yml': feed('2.0.0', '  - url: Acme-2.0.0-arm64.AppImage'),
    'dist/builder-debug.yml': 'x64:\n  firstOrDefaultFilePatterns: []\n',
    'dist/Acme Setup 2.0.0.exe': 'abc',
    'dist/Acme-2.0.0-arm64-mac.zip': 'abc',
    'dist/Acme-2.0.0-mac.zip': 'abc',
    'dist/Acme-2.0.0.dmg': 'abc',
    'dist/Acme-2.0.0.AppImage': 'abc',
    'dist/Acme-2.0.0-arm64.AppImage': 'abc',
    'dist/acme_2.0.0_amd64.deb': 'abc',
    'dist/linux-unpacked/acme': 'abc',
  });
  const { bundles, versions } = await discover([join(folder, 'dist')], folder);
  assert.equal(versions[0]?.version, '2.0.0');
  const descriptions = bundles
    .map((one) => `${one.os} ${one.kind} ${one.arches.join()} ${one.primary}`)
    .sort();
  assert.deepEqual(descriptions, [
    'darwin dmg x86_64 false',
    'darwin zip aarch64 true',
    'darwin zip x86_64 true',
    'linux appimage aarch64 true',
    'linux appimage x86_64 true',
    'linux deb x86_64 false',
    'windows exe x86_64 true',
  ]);
  assert.equal(bundles.find(({ kind }) => kind === 'exe')?.declared?.bytes, 3);
});

test('files for electron-updater are included: name, SHA-512, block maps', async (t) => {
  const sha512 = `${'A'.repeat(86)}==`;
  const folder = await makeFolder(t, {
    'dist/latest.yml': feed(
      '2.0.0',
      `  - url: Acme-Sëtup-2.0.0.exe\n    sha512: ${sha512}\n    size: 3\n    blockMapSize: 9`,
    ),
    'dist/latest-linux.yml': feed(
      '2.0.0',
      '  - url: Acme.AppImage\n    sha512: no hash\n    blockMapSize: 9',
    ),
    'dist/Acme-Sëtup-2.0.0.exe': 'abc',
    'dist/Acme-Sëtup-2.0.0.exe.blockmap': blockMap('abc'),
    'dist/Acme.AppImage': 'abc',
  });
  const { bundles } = await discover([join(folder, 'dist')], folder);
  const [windows, linux] = ['exe', 'appimage'].map((kind) => bundles.find((one) => one.kind === kind));
  assert.deepEqual(windows?.facts, { fileName: 'Acme-S-tup-2.0.0.exe', sha512 });
  const map = join(folder, 'dist/Acme-Sëtup-2.0.0.exe.blockmap');
  assert.deepEqual(windows?.companions, [{ suffix: 'blockmap', path: map }]);
  assert.deepEqual(linux?.facts, { fileName: 'Acme.AppImage', blockMapSize: 9 });
  assert.equal(linux?.companions, undefined);
});

test('a feed never names a file outside its folder', async (t) => {
  const folder = await makeFolder(t, {
    'secret.exe': 'x',
    'dist/latest.yml': feed('1.0.0', '  - url: ../secret.exe\n  - url: "%2e%2e%2fsecret.exe"'),
  });
  await assert.rejects(discover([join(folder, 'dist')], folder), {
    exit: 1,
    code: 'build-incomplete',
    message: `${join(folder, 'dist/latest.yml')} lists ${join(folder, 'dist/secret.exe')}, which does not exist.`,
  });
});

for (const text of ['version: [1', 'version: 1.0.0\n', '']) {
  test(`an unreadable feed is an error: ${JSON.stringify(text)}`, async (t) => {
    const folder = await makeFolder(t, { 'dist/latest-mac.yml': text, 'dist/Acme-1.0.0-mac.zip': 'x' });
    await assert.rejects(discover(['dist'], folder), {
      exit: 1,
      code: 'feed-unreadable',
      message: /dist\/latest-mac\.yml is not a valid electron-builder feed/,
    });
  });
}

test('hyphens in a feed match spaces in a file name, if a hash confirms it', async (t) => {
  const entry = '  - url: Acme-Setup-2.0.0.exe\n    size: 3';
  const folder = await makeFolder(t, {
    'dist/latest.yml': feed('2.0.0', `${entry}\n    sha512: abc`),
    'dist/Acme Setup 2.0.0.exe': 'abc',
    'unhashed/latest.yml': feed('2.0.0', entry),
    'unhashed/Acme Setup 2.0.0.exe': 'abc',
  });
  const { bundles } = await discover(['dist'], folder);
  assert.deepEqual(
    bundles.map(({ path }) => path),
    [join(folder, 'dist/Acme Setup 2.0.0.exe')],
  );
  await assert.rejects(discover(['unhashed'], folder), { code: 'build-incomplete' });
});

test('YAML that is not a feed is skipped', async (t) => {
  const folder = await makeFolder(t, { 'dist/config.yml': 'a: [1', 'dist/other.yml': 'version: 1.0.0\n' });
  const found = await discover([join(folder, 'dist')], folder);
  assert.deepEqual([found.bundles, found.versions], [[], []]);
});
