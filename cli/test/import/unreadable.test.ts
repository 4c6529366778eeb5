import assert from 'node:assert/strict';
import test from 'node:test';
import { readFeed } from '../../src/import/readers/read-feed.ts';

const xmlBomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
]><rss><channel><item><title>&b;</title></item></channel></rss>`;
const xmlFile = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY c SYSTEM "file:///etc/passwd">]>
<rss><channel><item><title>&c;</title></item></channel></rss>`;
const yamlBomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh']
  .map((key, index) => {
    const before = 'abcdefgh'[index];
    return `${key}: &${key} [${Array(9).fill(`*${before}`).join(',')}]`;
  })
  .join('\n')}\nversion: 1.0.0\nfiles: []\n`;

const broken: [string, string, string][] = [
  ['an XML bomb', 'appcast.xml', xmlBomb],
  ['XML with an entity from elsewhere', 'appcast.xml', xmlFile],
  ['XML that never ends', 'appcast.xml', '<rss>'.repeat(100_000)],
  ['XML that is no appcast', 'appcast.xml', '<html/>'],
  ['a YAML bomb', 'latest.yml', yamlBomb],
  ['YAML of brackets', 'latest.yml', '['.repeat(20_000)],
  ['JSON of brackets', 'latest.json', '['.repeat(1_000_000)],
  ['JSON that is no object', 'latest.json', 'null'],
  ['JSON without platforms', 'latest.json', '{"version":"1.0.0","url":"x"}'],
  ['a list without releases', 'RELEASES.json', '{"releases":{}}'],
  ['a list without assets', 'releases.win.json', '{"Assets":{}}'],
  ['a line without a hash', 'RELEASES', 'not a line'],
  [
    'a list of too many packages',
    'RELEASES',
    Array.from({ length: 10_001 }, (_, patch) => `${'0'.repeat(40)} a-1.0.${patch}-full.nupkg 1`).join('\n'),
  ],
];

for (const [what, name, text] of broken) {
  test(`an unreadable feed stops the import and says why: ${what}`, async () => {
    const feed = { name, location: `/old/${name}`, displayName: `/old/${name}`, text };
    await assert.rejects(readFeed(feed), {
      code: 'feed-unreadable',
      message: new RegExp(`^/old/${name.replaceAll('.', '\\.')} is not a valid feed: .+\\.$`),
    });
  });
}

test('invalid values in a feed are skipped, and the rest is read', async () => {
  const text = JSON.stringify({
    version: ' 1.0.0 ',
    pub_date: 'yesterday',
    notes: 7,
    platforms: { 'linux-x86_64': { url: 'a.AppImage', signature: 5 }, __proto__: null, 'darwin-aarch64': 3 },
  });
  const { releases, excluded } = await readFeed({
    name: 'latest.json',
    location: '/x',
    displayName: '/x',
    text,
  });
  const [release] = releases;
  assert.deepEqual(
    [release?.version, release?.pubDate, release?.notes, release?.files.map(({ targets }) => targets)],
    ['1.0.0', undefined, undefined, [['linux-x86_64']]],
  );
  assert.deepEqual(
    excluded.map(({ file }) => file),
    ['darwin-aarch64'],
  );
});

/** Long enough to expose a regular expression with quadratic time. */
const long = 200_000;
const drawn: [string, string, string][] = [
  ['a line of spaces', 'RELEASES', `a${' '.repeat(long)}b`],
  ['a name of versions', 'RELEASES', `${'0'.repeat(40)} ${'1.1-'.repeat(long)}full.nupkg 1`],
  ['an address of questions', 'latest.json', latestOf('1.0.0', `${'?'.repeat(long)}\n`)],
  ['a name of architectures', 'latest.json', latestOf('1.0.0', '-arm'.repeat(long))],
  ['a version of numbers', 'releases.win-x64.json', assetsOf(`${'1.'.repeat(long)}!`)],
  ['a version of digits', 'releases.win-x64.json', assetsOf('9'.repeat(long))],
];

function latestOf(version: string, url: string): string {
  return JSON.stringify({ version, platforms: { 'linux-x86_64': { url, signature: 'x' } } });
}

function assetsOf(version: string): string {
  const asset = { Type: 'Full', PackageId: 'A', FileName: 'A-1.0.0-full.nupkg' };
  const assets = ['1.0.0', version].map((one) => ({ ...asset, Version: one }));
  return JSON.stringify({ Assets: assets });
}

for (const [what, name, text] of drawn) {
  test(`a feed is read in linear time: ${what}`, async () => {
    const before = process.cpuUsage();
    await readFeed({ name, location: `/old/${name}`, displayName: name, text }).catch((error: Error) =>
      assert.equal((error as { code?: string }).code, 'feed-unreadable'),
    );
    const { user } = process.cpuUsage(before);
    assert.ok(user < 2_000_000, `${user} µs`);
  });
}
