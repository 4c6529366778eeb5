import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CandidateFile, detectFiles } from '../../src/upload/detect-files.ts';

/* Detection of dropped files, without the server. */

const candidate = (path: string, text?: string): CandidateFile => ({
  path,
  sizeBytes: 10,
  text,
  isPrivateKey: false,
});

const targetsOf = (files: CandidateFile[], version?: string) =>
  detectFiles(files, version).items.map(({ target, path, signature }) => [target, path, signature]);

describe('a Tauri build', () => {
  test('is detected by file names, with its signatures', () => {
    const files = [
      candidate('bundle/macos/Lantern_1.6.0_aarch64.app.tar.gz'),
      candidate('bundle/macos/Lantern_1.6.0_aarch64.app.tar.gz.sig', 'mac \n'),
      candidate('bundle/appimage/Lantern_1.6.0_amd64.AppImage'),
      candidate('bundle/deb/Lantern_1.6.0_amd64.deb'),
      candidate('bundle/nsis/Lantern_1.6.0_x64-setup.exe'),
      candidate('bundle/builder.log', 'x'),
      candidate('bundle/.DS_Store'),
    ];
    const { version, skipped, items } = detectFiles(files);
    assert.deepEqual(version, { version: '1.6.0', from: 'bundle/macos/Lantern_1.6.0_aarch64.app.tar.gz' });
    assert.deepEqual(
      items.map(({ target, signature }) => [target, signature]),
      [
        ['darwin-aarch64', 'mac'],
        ['linux-x86_64', undefined],
        ['linux-deb-x86_64', undefined],
        ['windows-x86_64', undefined],
      ],
    );
    assert.deepEqual(skipped, [{ path: 'bundle/builder.log', reason: 'not a build file' }]);
  });

  test('has the version from the file names that contain one (macOS bundles do not)', () => {
    const files = [
      candidate('b/macos/Lantern.app.tar.gz'),
      candidate('b/nsis/Lantern_1.6.0_x64-setup.exe'),
      candidate('b/dmg/Lantern_1.6.0_aarch64.dmg'),
    ];
    const { version, skipped } = detectFiles(files);
    assert.deepEqual(version, { version: '1.6.0', from: 'b/nsis/Lantern_1.6.0_x64-setup.exe' });
    assert.deepEqual(skipped, [{ path: 'b/dmg/Lantern_1.6.0_aarch64.dmg', reason: 'not used by updaters' }]);
    const two = [...files, candidate('b/deb/Lantern_1.5.0_amd64.deb')];
    assert.equal(detectFiles(two).version, undefined);
  });

  test('skips files of another version', () => {
    const files = [candidate('b/Lantern_1.6.0_amd64.AppImage'), candidate('b/Lantern_1.5.0_x64-setup.exe')];
    assert.deepEqual(targetsOf(files, '1.6.0'), [
      ['linux-x86_64', 'b/Lantern_1.6.0_amd64.AppImage', undefined],
    ]);
    assert.deepEqual(detectFiles(files, '1.6.0').skipped, [
      { path: 'b/Lantern_1.5.0_x64-setup.exe', reason: 'file name says version 1.5.0' },
    ]);
  });

  test('without an architecture in its name asks for the target', () =>
    assert.deepEqual(targetsOf([candidate('Lantern.app.tar.gz')]), [['', 'Lantern.app.tar.gz', undefined]]));

  test('of two files for a target takes the signed one', () => {
    const files = [
      candidate('b/Lantern_1.6.0_amd64.AppImage'),
      candidate('b/Lantern_1.6.0_amd64.AppImage.tar.gz'),
      candidate('b/Lantern_1.6.0_amd64.AppImage.tar.gz.sig', 's'),
    ];
    assert.deepEqual(targetsOf(files), [['linux-x86_64', 'b/Lantern_1.6.0_amd64.AppImage.tar.gz', 's']]);
  });
});

describe('an electron-builder build', () => {
  const sha512 = `${'A'.repeat(86)}==`;
  const feed = `version: 2.0.0\nfiles:\n  - url: Acme-Setup-2.0.0.exe\n    sha512: ${sha512}\n    size: 10\n  - url: gone.exe\npath: Acme-Setup-2.0.0.exe\n`;

  test('has the files that its feed lists, with or without spaces, and the block map', () => {
    const files = [
      candidate('dist/latest.yml', feed),
      candidate('dist/Acme Setup 2.0.0.exe'),
      candidate('dist/Acme Setup 2.0.0.exe.blockmap'),
      candidate('dist/builder-debug.yml', 'x: 1'),
    ];
    const { items, skipped, version } = detectFiles(files);
    assert.deepEqual(version, { version: '2.0.0', from: 'dist/latest.yml' });
    assert.deepEqual(
      items.map(({ target, path, companionOf, facts }) => [target, path, companionOf, facts.sha512]),
      [
        ['windows-x86_64', 'dist/Acme Setup 2.0.0.exe', undefined, sha512],
        ['windows-x86_64.blockmap', 'dist/Acme Setup 2.0.0.exe.blockmap', 'windows-x86_64', undefined],
      ],
    );
    assert.deepEqual(skipped, [{ path: 'dist/gone.exe', reason: 'listed in latest.yml but not added' }]);
  });
});

describe('any other file', () => {
  test('dropped on its own needs a target from the user', () => {
    const [item] = detectFiles([candidate('tool.bin'), candidate('tool.bin.sig', 'abc')]).items;
    assert.deepEqual([item?.target, item?.format, item?.signature], ['', '.bin', 'abc']);
  });

  test('in a folder is skipped', () =>
    assert.deepEqual(detectFiles([candidate('x/readme.txt', 'hello')]).skipped, [
      { path: 'x/readme.txt', reason: 'not a build file' },
    ]));
});
