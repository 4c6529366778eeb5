import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { archesInName, versionInName } from '@slipway/build-files/bundle.ts';
import { readTauriBundle } from '@slipway/build-files/tauri.ts';
import { defaultPaths, discover } from '../../src/discover/discover.ts';
import { findProjectVersion } from '../../src/discover/version.ts';
import { makeFolder } from '../folder.ts';

const tauriNames: [string, string, string, string[], string | undefined][] = [
  ['bundle/appimage/Acme_1.2.0_amd64.AppImage', 'linux', 'appimage', ['x86_64'], '1.2.0'],
  ['bundle/appimage/Acme_1.2.0_aarch64.AppImage.tar.gz', 'linux', 'appimage', ['aarch64'], '1.2.0'],
  ['bundle/deb/Acme_1.2.0-beta.1_arm64.deb', 'linux', 'deb', ['aarch64'], '1.2.0-beta.1'],
  ['bundle/rpm/Acme-1.2.0-1.x86_64.rpm', 'linux', 'rpm', ['x86_64'], '1.2.0'],
  ['bundle/msi/Acme_1.2.0_x64_en-US.msi', 'windows', 'msi', ['x86_64'], '1.2.0'],
  ['bundle/msi/Acme_1.2.0_x86_en-US.msi.zip', 'windows', 'msi', ['i686'], '1.2.0'],
  ['bundle/nsis/Acme_1.2.0_arm64-setup.exe', 'windows', 'nsis', ['aarch64'], '1.2.0'],
  ['bundle/nsis/Acme_1.2.0_x64-setup.nsis.zip', 'windows', 'nsis', ['x86_64'], '1.2.0'],
  [
    'target/aarch64-apple-darwin/release/bundle/macos/Acme.app.tar.gz',
    'darwin',
    'app',
    ['aarch64'],
    undefined,
  ],
  [
    'target/universal-apple-darwin/release/bundle/macos/Acme.app.tar.gz',
    'darwin',
    'app',
    ['x86_64', 'aarch64'],
    undefined,
  ],
  ['Acme_aarch64.app.tar.gz', 'darwin', 'app', ['aarch64'], undefined],
];

for (const [path, os, kind, arches, version] of tauriNames) {
  test(`a Tauri bundle is detected by its name: ${path}`, () => {
    const bundle = readTauriBundle(join('/build', path));
    assert.deepEqual(
      [bundle?.os, bundle?.kind, bundle?.arches, bundle?.version],
      [os, kind, arches, version],
    );
  });
}

test('a Mac archive without an architecture in its name or folder has none', () => {
  assert.deepEqual(readTauriBundle('/downloads/Acme.app.tar.gz')?.arches, []);
});

test('other files are not bundles', () => {
  for (const name of ['Acme.dmg', 'Acme.exe', 'Acme.txt', 'Acme.AppImage.sig', 'Acme.tar.gz']) {
    assert.equal(readTauriBundle(`/build/${name}`), undefined, name);
  }
});

test('parts of words in names are not architectures or versions', () => {
  assert.deepEqual(archesInName('armada'), []);
  assert.deepEqual(archesInName('My-App'), []);
  assert.equal(versionInName('Acme2_amd64.deb'), undefined);
  assert.equal(versionInName('Acme Setup 1.2.0.exe'), '1.2.0');
  assert.equal(versionInName('Acme-1.2.0-arm64-mac.zip'), '1.2.0');
  assert.equal(versionInName('Acme-1.2.0-rc.2.AppImage'), '1.2.0-rc.2');
  for (const arch of ['x86', 'i386', 'armhf', 'riscv64'])
    assert.equal(versionInName(`Acme-1.2.0-${arch}.exe`), '1.2.0', arch);
});

test('a folder is searched, except subfolders that are not build output', async (t) => {
  const folder = await makeFolder(t, {
    'bundle/deb/Acme_1.0.0_amd64.deb': 'x',
    'bundle/deb/Acme_1.0.0_amd64.deb.sig': 'x',
    'bundle/deb/Acme_1.0.0_amd64/data/usr/bin/acme': 'x',
    'bundle/macos/Acme.app/Contents/Resources/other_1.0.0_amd64.deb': 'x',
    'node_modules/thing/thing_1.0.0_amd64.deb': 'x',
  });
  const { bundles } = await discover([folder], folder);
  assert.deepEqual(
    bundles.map(({ path }) => path),
    [join(folder, 'bundle/deb/Acme_1.0.0_amd64.deb')],
  );
});

test('the version comes from tauri.conf.json, its package.json or Cargo.toml', async (t) => {
  const folder = await makeFolder(t, {
    'a/src-tauri/tauri.conf.json': '{"version": "1.1.0"}',
    'a/package.json': '{"version": "9.0.0"}',
    'b/src-tauri/tauri.conf.json': '{"version": "../package.json"}',
    'b/package.json': '{"version": "2.2.0"}',
    'c/src-tauri/tauri.conf.json': '{"identifier": "x"}',
    'c/src-tauri/Cargo.toml': '[package]\nname = "c"\nversion = "3.3.0"\n\n[dependencies]\nversion = "0"\n',
    'd/package.json': '{"version": "4.4.0"}',
    'e/src-tauri/tauri.conf.json': '{"package": {"version": "5.5.0"}}',
  });
  const versions = await Promise.all(
    ['a/src-tauri', 'a', 'b', 'c', 'd', 'e'].map(
      async (name) => (await findProjectVersion(join(folder, name)))?.version,
    ),
  );
  assert.deepEqual(versions, ['1.1.0', '1.1.0', '2.2.0', '3.3.0', '4.4.0', '5.5.0']);
});

test('the default folders are found, but only those that contain a build', async (t) => {
  const folder = await makeFolder(t, {
    'dist/readme.txt': 'x',
    'src-tauri/target/release/bundle/deb/Acme_1.0.0_amd64.deb': 'x',
  });
  assert.deepEqual(await defaultPaths(folder), [join(folder, 'src-tauri/target')]);
});

test('a missing path is a usage failure', async () => {
  await assert.rejects(discover(['no-such-folder'], '/'), {
    exit: 2,
    message: 'no-such-folder does not exist.',
  });
});
