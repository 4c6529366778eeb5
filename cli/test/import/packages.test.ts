import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFolder } from '../folder.ts';
import { fetch, openStage } from '../stage.ts';
import { makeZip } from '../zip.ts';
import { electronFeed, hex } from './old-place.ts';

/* Package lists of Squirrel and Velopack: many versions, deltas, and no platform. */

const { service, cli, makeApp } = await openStage();

const artifactsOf = async (slug: string, channel = 'stable') => {
  const { releases } = await service.client.listReleases(slug, { channel });
  return releases.map(({ version, artifacts }) => [version, artifacts.map(({ target }) => target).sort()]);
};

const bytesOf = (version: string, kind: string) => `${kind} package ${version}`;
const nameOf = (version: string, kind: string) => `Acme-${version}-${kind}.nupkg`;
const fileOf = (version: string, kind: string): [string, string] => [
  nameOf(version, kind),
  bytesOf(version, kind),
];

const line = (version: string, kind: string) => {
  const bytes = bytesOf(version, kind);
  return `${hex('sha1', bytes).toUpperCase()} ${nameOf(version, kind)} ${bytes.length}`;
};

test('RELEASES is imported with every full package and the deltas between them', async (t) => {
  const { app } = await makeApp('squirrel');
  const kinds: [string, string][] = [
    ['1.10.0', 'full'],
    ['1.10.0', 'delta'],
    ['1.9.0', 'delta'],
    ['1.9.0', 'full'],
    ['1.8.0', 'delta'],
  ];
  const folder = await makeFolder(t, {
    'win32/x64/RELEASES': `\ufeff${kinds.map(([version, kind]) => line(version, kind)).join('\r\n')}\r\n`,
    ...Object.fromEntries(
      kinds.map(([version, kind]) => [`win32/x64/${nameOf(version, kind)}`, bytesOf(version, kind)]),
    ),
  });
  const ended = await cli.run(['import', folder, '--app', 'squirrel']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(
    ended.stderr,
    /skipped: Acme-1\.8\.0-delta\.nupkg of 1\.8\.0 \(it is a delta, and the feed has no/,
  );
  assert.deepEqual(await artifactsOf('squirrel'), [
    ['1.10.0', ['windows-x86_64', 'windows-x86_64.delta']],
    ['1.9.0', ['windows-x86_64', 'windows-x86_64.delta']],
  ]);
  const [newest] = (await service.client.listReleases('squirrel')).releases;
  const actual = newest?.artifacts.map(({ fileName, sha1, deltaFrom }) => [fileName, sha1, deltaFrom]).sort();
  assert.deepEqual(actual, [
    [nameOf('1.10.0', 'delta'), hex('sha1', bytesOf('1.10.0', 'delta')), '1.9.0'],
    [nameOf('1.10.0', 'full'), hex('sha1', bytesOf('1.10.0', 'full')), undefined],
  ]);
  // A 1.9.0 client is offered both, at the address that the import printed.
  const address = `${app.publicUrl}/feeds/squirrel/stable/{platform}-{arch}`;
  assert.ok(ended.stdout.includes(address), ended.stdout);
  const feed = address.replace('{platform}-{arch}', 'win32-x64');
  const answer = await fetch(`${feed}/RELEASES?id=Acme&localVersion=1.9.0&arch=amd64`, {
    method: 'GET',
    headers: {},
  });
  const names = (await answer.text()).split('\n').map((one) => one.split(' ')[1]?.split('/').at(-1));
  for (const kind of ['full', 'delta']) assert.ok(names.includes(nameOf('1.10.0', kind)), names.join());
});

const velopack = (kinds: [string, string][], notes = '') =>
  JSON.stringify({
    Assets: kinds.map(([version, kind]) => ({
      PackageId: 'Acme',
      Version: version,
      Type: kind === 'full' ? 'Full' : 'Delta',
      FileName: nameOf(version, kind),
      SHA1: hex('sha1', bytesOf(version, kind)).toUpperCase(),
      SHA256: hex('sha256', bytesOf(version, kind)).toUpperCase(),
      Size: bytesOf(version, kind).length,
      NotesMarkdown: notes,
    })),
  });

test('Velopack lists are imported by channel; an unknown platform is prompted for', async (t) => {
  const { app } = await makeApp('velopack');
  const folder = await makeFolder(t, {
    'releases.win.json': velopack([
      ['1.0.0', 'full'],
      ['1.1.0', 'full'],
      ['1.1.0', 'delta'],
    ]),
    'releases.linux-x64-beta.json': velopack([['2.0.0-beta.1', 'full']], '# Try it'),
    ...Object.fromEntries([
      fileOf('1.0.0', 'full'),
      fileOf('1.1.0', 'full'),
      fileOf('1.1.0', 'delta'),
      fileOf('2.0.0-beta.1', 'full'),
    ]),
  });
  const words = ['import', folder, '--app', 'velopack', '--yes'];
  const unasked = await cli.run(words);
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /releases\.win\.json does not say which platform.*\n.*--place windows-x86_64/);
  const odd = await cli.run([...words, '--place', 'amiga']);
  assert.equal(odd.code, 2);
  const ended = await cli.run([...words, '--place', 'win32-x64']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.deepEqual(await artifactsOf('velopack'), [
    ['1.1.0', ['windows-x86_64', 'windows-x86_64.delta']],
    ['1.0.0', ['windows-x86_64']],
  ]);
  assert.deepEqual(await artifactsOf('velopack', 'beta'), [['2.0.0-beta.1', ['linux-x86_64']]]);
  const list = `${app.publicUrl}/feeds/velopack/stable/releases.win.json?id=Acme&localVersion=1.0.0`;
  const answer = await fetch(list, { method: 'GET', headers: {} });
  const { Assets: assets } = JSON.parse(await answer.text()) as { Assets: { FileName: string }[] };
  const names = assets.map(({ FileName }) => FileName);
  for (const kind of ['full', 'delta']) assert.ok(names.includes(nameOf('1.1.0', kind)), names.join());
});

test('a package in a folder declares its own platform', async (t) => {
  await makeApp('nuspec');
  const nuspec =
    '<package xmlns="http://schemas.microsoft.com/packaging/2010/07/nuspec.xsd"><metadata><id>Acme</id><machineArchitecture>arm64</machineArchitecture></metadata></package>';
  const bytes = makeZip({ 'Acme.nuspec': nuspec });
  const name = nameOf('1.0.0', 'full');
  const asset = { PackageId: 'Acme', Version: '1.0.0', Type: 'Full', FileName: name, Size: bytes.length };
  const folder = await makeFolder(t, {
    'releases.win.json': JSON.stringify({ Assets: [{ ...asset, SHA256: hex('sha256', bytes) }] }),
    [name]: bytes,
  });
  const ended = await cli.run(['import', folder, '--app', 'nuspec']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.deepEqual(await artifactsOf('nuspec'), [['1.0.0', ['windows-aarch64']]]);
});

test('several feeds become one plan: an installer and a package of one version coexist', async (t) => {
  await makeApp('mixed');
  const folder = await makeFolder(t, {
    'latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'exe' }]),
    'latest-mac.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0-arm64-mac.zip', bytes: 'zip' }]),
    'releases.win-x64.json': velopack([['1.0.0', 'full']]),
    'RELEASES.json': JSON.stringify({
      currentRelease: '1.0.0',
      releases: [
        { version: '1.0.0', updateTo: { version: '1.0.0', url: 'https://old/Acme-1.0.0-arm64-mac.zip' } },
        { version: '0.9.0', updateTo: { version: '0.9.0', url: 'https://old/Acme-0.9.0-arm64-mac.zip' } },
      ],
    }),
    'Acme-1.0.0.exe': 'exe',
    'Acme-1.0.0-arm64-mac.zip': 'zip',
    'Acme-0.9.0-arm64-mac.zip': 'nobody vouches for it',
    ...Object.fromEntries([fileOf('1.0.0', 'full')]),
  });
  const ended = await cli.run(['import', folder, '--app', 'mixed']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /skipped: Acme-0\.9\.0-arm64-mac\.zip of 0\.9\.0 \(its feed has neither a hash/);
  assert.deepEqual(await artifactsOf('mixed'), [
    ['1.0.0', ['darwin-aarch64', 'windows-nupkg-x86_64', 'windows-x86_64']],
  ]);
  for (const updater of ['electron-updater', 'Squirrel', 'Velopack'])
    assert.match(ended.stdout, new RegExp(`^ {2}${updater} `, 'm'));
});

test('a staged release is skipped, for every system', async (t) => {
  await makeApp('staged');
  const folder = await makeFolder(t, {
    'latest.yml': `${electronFeed('1.1.0', [{ name: 'Acme-1.1.0.exe', bytes: 'exe' }])}stagingPercentage: 25\n`,
    'latest-linux.yml': electronFeed('1.1.0', [{ name: 'Acme-1.1.0.AppImage', bytes: 'image' }]),
    'win32/arm64/RELEASES': `${line('1.0.0', 'full')}\n${line('1.2.0', 'full')} # 10%\n`,
    'Acme-1.1.0.exe': 'exe',
    'Acme-1.1.0.AppImage': 'image',
    [`win32/arm64/${nameOf('1.0.0', 'full')}`]: bytesOf('1.0.0', 'full'),
    [`win32/arm64/${nameOf('1.2.0', 'full')}`]: bytesOf('1.2.0', 'full'),
  });
  const ended = await cli.run(['import', folder, '--app', 'staged']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /skipped: Acme-1\.1\.0\.exe of 1\.1\.0 \(it is staged for 25% of clients/);
  assert.deepEqual(await artifactsOf('staged'), [['1.0.0', ['windows-aarch64']]]);
});

const enter = '\r';

test('in a terminal, the import asks for the platform, for confirmation, and for a channel', async (t) => {
  await makeApp('asked');
  const folder = await makeFolder(t, {
    'releases.win-preview.json': velopack([
      ['1.0.0', 'full'],
      ['1.1.0', 'full'],
    ]),
    ...Object.fromEntries([fileOf('1.0.0', 'full'), fileOf('1.1.0', 'full')]),
  });
  const open = () => cli.open(['import', folder, '--app', 'asked']);
  const first = open();
  await first.see(/Platform of the files in .*releases\.win-preview\.json/);
  first.type(enter);
  await first.see(/Import 2 releases into asked\?/);
  first.type(enter);
  await first.see(/Channel preview doesn’t exist in asked\. Create it\?/);
  first.type('n');
  await first.see(/Canceled\. Nothing was uploaded\./);
  assert.equal(await first.ended, 130);
  assert.deepEqual(await artifactsOf('asked', 'preview').catch(() => []), []);
  const second = open();
  await second.see(/Platform of the files/);
  second.type(enter);
  await second.see(/Import 2 releases/);
  second.type(enter);
  await second.see(/Create it\?/);
  second.type('y');
  await second.see(/Imported.* 2 releases into asked/);
  assert.equal(await second.ended, 0);
  assert.deepEqual(await artifactsOf('asked', 'preview'), [
    ['1.1.0', ['windows-x86_64']],
    ['1.0.0', ['windows-x86_64']],
  ]);
});
