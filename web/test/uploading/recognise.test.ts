import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { type CandidateFile, detectFiles } from '../../src/upload/detect-files.ts';

/* Detection of dropped files, without the server. */

const seen = (path: string, text?: string, sizeBytes = 10): CandidateFile => ({ path, sizeBytes, text });

const targetsOf = (files: CandidateFile[], wanted?: string) =>
  detectFiles(files, wanted).items.map(({ target, path, signature }) => [target, path, signature]);

describe('a build of Tauri', () => {
  test('is told by its names, with the signatures beside', () => {
    const files = [
      seen('bundle/macos/Lantern_1.6.0_aarch64.app.tar.gz'),
      seen('bundle/macos/Lantern_1.6.0_aarch64.app.tar.gz.sig', 'mac \n'),
      seen('bundle/appimage/Lantern_1.6.0_amd64.AppImage'),
      seen('bundle/deb/Lantern_1.6.0_amd64.deb'),
      seen('bundle/nsis/Lantern_1.6.0_x64-setup.exe'),
      seen('bundle/builder.log', 'x'),
      seen('bundle/.DS_Store'),
    ];
    const { version, leftAside, items } = detectFiles(files);
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
    assert.deepEqual(leftAside, [{ path: 'bundle/builder.log', reason: 'not a build' }]);
  });

  test('has the version of those names that tell one: that of a Mac’s bundle does not', () => {
    const files = [
      seen('b/macos/Lantern.app.tar.gz'),
      seen('b/nsis/Lantern_1.6.0_x64-setup.exe'),
      seen('b/dmg/Lantern_1.6.0_aarch64.dmg'),
    ];
    const { version, leftAside } = detectFiles(files);
    assert.deepEqual(version, { version: '1.6.0', from: 'b/nsis/Lantern_1.6.0_x64-setup.exe' });
    assert.deepEqual(leftAside, [
      { path: 'b/dmg/Lantern_1.6.0_aarch64.dmg', reason: 'an installer for people, not for updaters' },
    ]);
    const two = [...files, seen('b/deb/Lantern_1.5.0_amd64.deb')];
    assert.equal(detectFiles(two).version, undefined);
  });

  test('leaves what is of another version aside', () => {
    const files = [seen('b/Lantern_1.6.0_amd64.AppImage'), seen('b/Lantern_1.5.0_x64-setup.exe')];
    assert.deepEqual(targetsOf(files, '1.6.0'), [
      ['linux-x86_64', 'b/Lantern_1.6.0_amd64.AppImage', undefined],
    ]);
    assert.deepEqual(detectFiles(files, '1.6.0').leftAside, [
      { path: 'b/Lantern_1.5.0_x64-setup.exe', reason: 'it is 1.5.0 by its name' },
    ]);
  });

  test('without an architecture in its name asks for the target', () =>
    assert.deepEqual(targetsOf([seen('Lantern.app.tar.gz')]), [['', 'Lantern.app.tar.gz', undefined]]));

  test('of two files for a target takes the signed one', () => {
    const files = [
      seen('b/Lantern_1.6.0_amd64.AppImage'),
      seen('b/Lantern_1.6.0_amd64.AppImage.tar.gz'),
      seen('b/Lantern_1.6.0_amd64.AppImage.tar.gz.sig', 's'),
    ];
    assert.deepEqual(targetsOf(files), [['linux-x86_64', 'b/Lantern_1.6.0_amd64.AppImage.tar.gz', 's']]);
  });
});

describe('a build of electron-builder', () => {
  const sha512 = `${'A'.repeat(86)}==`;
  const feed = `version: 2.0.0\nfiles:\n  - url: Acme-Setup-2.0.0.exe\n    sha512: ${sha512}\n    size: 10\n  - url: gone.exe\npath: Acme-Setup-2.0.0.exe\n`;

  test('is what its feed names, spaces or not, with the block map', () => {
    const files = [
      seen('dist/latest.yml', feed),
      seen('dist/Acme Setup 2.0.0.exe'),
      seen('dist/Acme Setup 2.0.0.exe.blockmap'),
      seen('dist/builder-debug.yml', 'x: 1'),
    ];
    const { items, leftAside, version } = detectFiles(files);
    assert.deepEqual(version, { version: '2.0.0', from: 'dist/latest.yml' });
    assert.deepEqual(
      items.map(({ target, path, companionOf, facts }) => [target, path, companionOf, facts.sha512]),
      [
        ['windows-x86_64', 'dist/Acme Setup 2.0.0.exe', undefined, sha512],
        ['windows-x86_64.blockmap', 'dist/Acme Setup 2.0.0.exe.blockmap', 'windows-x86_64', undefined],
      ],
    );
    assert.deepEqual(leftAside, [
      { path: 'dist/gone.exe', reason: 'latest.yml names it, but it was not dropped' },
    ]);
  });
});

describe('anything else', () => {
  test('that was dropped by itself is asked about', () => {
    const [item] = detectFiles([seen('tool.bin'), seen('tool.bin.sig', 'abc')]).items;
    assert.deepEqual([item?.target, item?.format, item?.signature], ['', '.bin', 'abc']);
  });

  test('of a folder is left aside', () =>
    assert.deepEqual(detectFiles([seen('x/readme.txt', 'hello')]).leftAside, [
      { path: 'x/readme.txt', reason: 'not a build' },
    ]));
});

describe('a private key', () => {
  const minisign = Buffer.concat([Buffer.from('Ed'), randomBytes(156)]).toString('base64');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = (key: typeof privateKey, type: 'pkcs8' | 'spki') =>
    key.export({ format: 'der', type: type as 'spki' }).subarray(-32);
  const pair = Buffer.concat([raw(privateKey, 'pkcs8'), raw(publicKey, 'spki')]).toString('base64');

  test('is known whatever it is called, and nothing of it goes on', () => {
    const texts = [
      `untrusted comment: rsign encrypted secret key\n${minisign}\n`,
      Buffer.from(`untrusted comment: rsign encrypted secret key\n${minisign}\n`).toString('base64'),
      '-----BEGIN PRIVATE KEY-----\nabc',
      pair,
      `SPARKLE_KEY="${pair}"`,
    ];
    for (const text of texts)
      for (const path of ['app.key', 'b/Lantern_1.6.0_amd64.AppImage.sig', 'app.AppImage']) {
        const found = detectFiles([seen('b/Lantern_1.6.0_amd64.AppImage'), seen(path, text)]);
        assert.deepEqual(found.privateKeys, [path], text.slice(0, 30));
        assert.doesNotMatch(JSON.stringify(found), new RegExp(minisign.slice(0, 40).replaceAll('+', '\\+')));
        assert.ok(!JSON.stringify(found).includes(pair));
        assert.equal(found.items.length, 1, 'it is no file of the release');
        assert.equal(found.items[0]?.signature, undefined);
      }
  });

  test('is not what a signature is', () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const signature = sign(null, randomBytes(32), privateKey).toString('base64');
      assert.deepEqual(detectFiles([seen('a.zip'), seen('a.zip.sig', signature)]).privateKeys, []);
    }
  });
});
