import assert from 'node:assert/strict';
import test from 'node:test';
import { fileNameFromUrl } from '@slipway/build-files/file-name.ts';
import { parseAppcast } from '../../src/formats/appcast.ts';
import { parseElectronFeed } from '../../src/formats/electron-yml.ts';
import { UnreadableFeedError } from '../../src/formats/unreadable-feed-error.ts';

const namespace = 'http://www.andymatuschak.org/xml-namespaces/sparkle';
const signature = `${'A'.repeat(86)}==`;

const appcast = (items: string, space = namespace) => `<?xml version="1.0" standalone="yes"?>
<rss xmlns:sparkle="${space}" version="2.0"><channel><title>Acme</title>${items}</channel></rss>`;

test('an appcast of generate_appcast: version, build, signature, deltas, notes', async () => {
  const [item, ...others] = await parseAppcast(
    appcast(`<item>
      <title>1.2.0</title>
      <pubDate>Sat, 26 Jul 2025 15:20:11 +0000</pubDate>
      <sparkle:version>2043</sparkle:version>
      <sparkle:shortVersionString>1.2.0</sparkle:shortVersionString>
      <sparkle:minimumSystemVersion>13.0</sparkle:minimumSystemVersion>
      <description sparkle:format="markdown"><![CDATA[# New & <better>]]></description>
      <enclosure url="https://example.com/a/Acme%201.2.0.dmg" length="7" type="application/octet-stream" sparkle:edSignature="${signature}"/>
      <sparkle:deltas>
        <enclosure url="https://example.com/a/Acme2043-2042.delta" sparkle:deltaFrom="2042" length="3" sparkle:edSignature="${signature}"/>
        <enclosure url="https://example.com/a/lost.delta" length="3"/>
      </sparkle:deltas>
    </item><item><title>no file</title><sparkle:version>9</sparkle:version></item>`),
  );
  const file = { sizeBytes: 7, signature, os: undefined, installerArguments: undefined };
  assert.deepEqual(others, []);
  assert.deepEqual(item, {
    version: '1.2.0',
    build: '2043',
    pubDate: 'Sat, 26 Jul 2025 15:20:11 +0000',
    notes: '# New & <better>',
    channel: undefined,
    minimumSystem: '13.0',
    files: [{ ...file, url: 'https://example.com/a/Acme%201.2.0.dmg', fileName: 'Acme 1.2.0.dmg' }],
    deltas: [
      {
        ...file,
        sizeBytes: 3,
        url: 'https://example.com/a/Acme2043-2042.delta',
        fileName: 'Acme2043-2042.delta',
        from: '2042',
      },
    ],
  });
});

test('version and system are read from the enclosures of an older appcast', async () => {
  const [item] = await parseAppcast(
    appcast(`<item><sparkle:channel>beta</sparkle:channel>
      <enclosure url="a.exe" sparkle:os="Windows-x64" sparkle:version="1.2.0" sparkle:installerArguments="/S" length="0"/>
      <enclosure url="b.exe" sparkle:os="windows-arm64" sparkle:version="1.2.0"/></item>`),
  );
  assert.deepEqual([item?.version, item?.build, item?.channel], ['1.2.0', '1.2.0', 'beta']);
  assert.deepEqual(
    item?.files.map(({ os, sizeBytes, installerArguments }) => [os, sizeBytes, installerArguments]),
    [
      ['windows-x64', undefined, '/S'],
      ['windows-arm64', undefined, undefined],
    ],
  );
});

test('a prefix with another namespace is not Sparkle', async () => {
  const item = '<item><sparkle:version>1</sparkle:version><enclosure url="a.zip"/></item>';
  assert.equal((await parseAppcast(appcast(item))).length, 1);
  assert.deepEqual(await parseAppcast(appcast(item, namespace.replace('http:', 'https:'))), []);
});

const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${appcast('<item>&b;</item>').replace(/^.*\n/, '')}`;
for (const text of ['', 'hello', '<rss>', '<rss/>', appcast('<item>'), appcast('\u0001'), bomb]) {
  test(`an unreadable appcast is an error: ${JSON.stringify(text.slice(0, 30))}`, async () => {
    await assert.rejects(parseAppcast(text), UnreadableFeedError);
  });
}

test('a feed of electron-builder: files, notes, date', async () => {
  const feed = await parseElectronFeed(
    `version: 2.0.0\nfiles:\n  - url: Acme 2.0.0.exe\n    sha512: ${signature}\n    size: 3\n    blockMapSize: 9\n  -\npath: x\nstagingPercentage: 25\nreleaseDate: '2026-01-01T00:00:00.000Z'\nminimumSystemVersion: 22.0.0\nreleaseNotes:\n  - version: 2.0.0\n    note: new\n  - version: 1.0.0\n    note: old\n`,
  );
  const nothing = { url: '', sha512: undefined, sizeBytes: undefined, blockMapSize: undefined };
  assert.deepEqual(feed, {
    version: '2.0.0',
    files: [{ url: 'Acme 2.0.0.exe', sha512: signature, sizeBytes: 3, blockMapSize: 9 }, nothing],
    notes: 'new',
    releaseDate: '2026-01-01T00:00:00.000Z',
    minimumSystemVersion: '22.0.0',
    hasPackages: false,
    stagedPercent: 25,
  });
  for (const text of ['', 'version: [1', 'version: 1.0.0', 'files: []'])
    await assert.rejects(parseElectronFeed(text), UnreadableFeedError);
});

test('a file name from a URL never contains a path', () => {
  assert.equal(fileNameFromUrl('https://example.com/a/b%20c.zip?x=/y#z'), 'b c.zip');
  assert.equal(fileNameFromUrl('..\\..\\secret.exe'), 'secret.exe');
  assert.equal(fileNameFromUrl('%2e%2e%2fsecret.exe'), 'secret.exe');
  assert.equal(fileNameFromUrl('100%.zip'), '100%.zip');
  assert.equal(fileNameFromUrl('https://example.com/a/'), '');
});
