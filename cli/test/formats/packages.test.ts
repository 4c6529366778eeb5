import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { parseNupkgName } from '@slipway/build-files/nupkg-name.ts';
import { compareFeedVersions } from '../../src/formats/feed-version-order.ts';
import { parseReleases } from '../../src/formats/releases.ts';
import { UnreadableFeedError } from '../../src/formats/unreadable-feed-error.ts';
import {
  parseVelopackAssets,
  parseVelopackListName,
  parseVelopackReleases,
} from '../../src/formats/velopack.ts';
import { readZipEntry } from '../../src/formats/zip-entry.ts';
import { readVelopack } from '../../src/import/readers/read-packages.ts';
import { makeFolder } from '../folder.ts';
import { makeZip } from '../zip.ts';

const sha1 = 'AB'.repeat(20);

test('RELEASES: names, addresses, a byte order mark, staged lines', () => {
  const text = `\ufeff${sha1} my-app-2-1.0.0-full.nupkg 1234\r\n\r\n# a comment\r\n${sha1} https://cdn.example.com/x/my-app-2-1.1.0-beta1-delta.nupkg?a=b 99 # 25%\r\n`;
  assert.deepEqual(parseReleases(text), [
    {
      sha1: sha1.toLowerCase(),
      location: 'my-app-2-1.0.0-full.nupkg',
      fileName: 'my-app-2-1.0.0-full.nupkg',
      sizeBytes: 1234,
      id: 'my-app-2',
      version: '1.0.0',
      kind: 'full',
      stagedPercent: undefined,
    },
    {
      sha1: sha1.toLowerCase(),
      location: 'https://cdn.example.com/x/my-app-2-1.1.0-beta1-delta.nupkg?a=b',
      fileName: 'my-app-2-1.1.0-beta1-delta.nupkg',
      sizeBytes: 99,
      id: 'my-app-2',
      version: '1.1.0-beta1',
      kind: 'delta',
      stagedPercent: 25,
    },
  ]);
  assert.deepEqual(parseReleases(''), []);
});

for (const text of [
  'hello',
  `${sha1} a.nupkg 12`,
  `${sha1} a-1.0.0-full.nupkg`,
  'abc a-1.0.0-full.nupkg 12',
]) {
  test(`unreadable RELEASES are an error that names the line: ${text}`, () => {
    assert.throws(() => parseReleases(`${sha1} a-1.0.0-full.nupkg 12\n${text}\n`), {
      constructor: UnreadableFeedError,
      message: /^line 2 /,
    });
  });
}

test('parses package names', () => {
  const parsed = (name: string) => Object.values(parseNupkgName(name) ?? {}).join(' ');
  assert.equal(parsed('Acme-1.2.3-full.nupkg'), 'Acme 1.2.3 full');
  assert.equal(parsed('Acme-1.2.3.4-delta.nupkg'), 'Acme 1.2.3.4 delta');
  assert.equal(
    parsed('Acme.App-1.2.3-beta.1+5-osx-arm64-full.nupkg'),
    'Acme.App 1.2.3-beta.1+5-osx-arm64 full',
  );
  for (const name of ['Acme.nupkg', 'Acme-full.nupkg', '1.0.0-full.nupkg', 'Acme-1.0.0-full.zip'])
    assert.equal(parseNupkgName(name), undefined, name);
});

test('Velopack: parses releases.{name}.json', () => {
  const full = { PackageId: 'Acme', Version: '1.1.0', Type: 'Full', FileName: 'Acme-1.1.0-full.nupkg' };
  const parsed = parseVelopackReleases(
    JSON.stringify({
      Assets: [
        { ...full, SHA1: sha1, SHA256: 'CD'.repeat(32), Size: 7, NotesMarkdown: '# New', NotesHTML: '<h1>' },
        { ...full, Type: 'Delta', FileName: 'x/../Acme-1.1.0-delta.nupkg', SHA1: 'short', NotesMarkdown: '' },
        { ...full, Type: 'Something' },
      ],
    }),
  );
  assert.deepEqual(parsed, [
    {
      id: 'Acme',
      version: '1.1.0',
      kind: 'full',
      fileName: 'Acme-1.1.0-full.nupkg',
      sha1: sha1.toLowerCase(),
      sha256: 'cd'.repeat(32),
      sizeBytes: 7,
      notes: '# New',
    },
    {
      id: 'Acme',
      version: '1.1.0',
      kind: 'delta',
      fileName: 'Acme-1.1.0-delta.nupkg',
      sha1: undefined,
      sha256: undefined,
      sizeBytes: undefined,
      notes: undefined,
    },
  ]);
});

test('Velopack: parses assets.{name}.json and the names of lists', () => {
  const assets = [
    { RelativeFileName: 'Acme-win-Setup.exe', Type: 'Installer' },
    { RelativeFileName: 'Acme-win-Portable.zip', Type: 3 },
    { RelativeFileName: 'Acme.bin', Type: 'Unheard' },
  ];
  assert.deepEqual(parseVelopackAssets(JSON.stringify(assets)), [
    { kind: 'installer', fileName: 'Acme-win-Setup.exe' },
    { kind: 'portable', fileName: 'Acme-win-Portable.zip' },
  ]);
  assert.deepEqual(parseVelopackListName('releases.win-x64.json'), { list: 'releases', name: 'win-x64' });
  assert.deepEqual(parseVelopackListName('assets.osx.json'), { list: 'assets', name: 'osx' });
  assert.equal(parseVelopackListName('releases.json'), undefined);
  for (const text of ['{', 'null', '{"Assets": 1}', '{"Assets": [{}]}'])
    assert.throws(() => parseVelopackReleases(text), UnreadableFeedError, text);
  for (const text of ['{', 'null', '{}'])
    assert.throws(() => parseVelopackAssets(text), UnreadableFeedError, text);
});

test('compareFeedVersions orders the versions of any feed', () => {
  const rising = [
    '0.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc1',
    '1.0',
    '1.0.0.1',
    '1.2.0',
    '1.10.0',
    '2043',
    '99999999999999999999',
  ];
  for (const [at, version] of rising.entries()) {
    assert.equal(compareFeedVersions(version, version), 0);
    const next = rising[at + 1];
    if (next !== undefined)
      assert.deepEqual(
        [compareFeedVersions(version, next), compareFeedVersions(next, version)],
        [-1, 1],
        version,
      );
  }
  assert.equal(compareFeedVersions('v1.0.0+build.7', '1.0'), 0);
  assert.equal(compareFeedVersions('1.0b1', '1.0'), -1);
  const asOnServer = [
    ['r2.1', 'r2.2'],
    ['build9', 'build10'],
    ['release-1.9', 'release-1.10'],
    ['V1.0', 'V2.0'],
    ['1.0', 'V2.0'],
    ['1.0.b1', '1.0'],
    ['1.0b1', '1.0b2'],
  ] as const;
  for (const [older, newer] of asOnServer)
    assert.deepEqual([compareFeedVersions(older, newer), compareFeedVersions(newer, older)], [-1, 1], newer);
});

test('reads one file from an archive; a broken archive gives nothing', async (t) => {
  const text = '<package/>'.repeat(100);
  const zip = makeZip({ 'lib/a.nuspec': 'inner', 'Acme.nuspec': text });
  const tooLarge = makeZip({ 'Acme.nuspec': ' '.repeat(2 * 1024 * 1024) });
  const folder = await makeFolder(t, { zip, tooLarge, empty: '', text: 'PK\x05\x06', cut: zip.subarray(40) });
  const read = (name: string) => readZipEntry(join(folder, name), (one) => /^[^/]+\.nuspec$/.test(one));
  assert.equal(await read('zip'), text);
  assert.deepEqual(
    await Promise.all(['tooLarge', 'empty', 'text', 'cut'].map(read)),
    Array(4).fill(undefined),
  );
});

test('Velopack: words of a platform are no channel', () => {
  const text = JSON.stringify({
    Assets: [{ PackageId: 'Acme', Version: '1.0.0', Type: 'Full', FileName: 'A.nupkg' }],
  });
  const channels = ['osx-universal', 'win', 'win32-i386', 'linux-x64-beta', 'linux-riscv64-next-fix'].map(
    (name) => readVelopack(`releases.${name}.json`, text, '').releases[0]?.channel,
  );
  assert.deepEqual(channels, [undefined, undefined, undefined, 'beta', 'next-fix']);
});
