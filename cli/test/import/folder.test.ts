import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFolder, writeFiles } from '../folder.ts';
import { fetch, openStage } from '../stage.ts';
import { blockMap, electronFeed, hex, sha512 } from './old-place.ts';

const { service, cli, makeApp } = await openStage();

const listOf = async (slug: string, channel = 'stable') => {
  const { releases } = await service.client.listReleases(slug, { channel });
  return releases.map(({ version, state, artifacts }) => ({
    version,
    state,
    targets: artifacts.map(({ target }) => target).sort(),
  }));
};

test('electron-builder’s folder is imported with notes, date, hashes and block maps', async (t) => {
  const { app } = await makeApp('electron');
  const folder = await makeFolder(t, {
    'latest.yml': electronFeed('1.2.0', [{ name: 'Acme-Setup-1.2.0.exe', bytes: 'exe 1.2' }]),
    'latest-mac.yml': electronFeed('1.2.0', [{ name: 'Acme-1.2.0-arm64-mac.zip', bytes: 'zip 1.2' }]),
    'Acme Setup 1.2.0.exe': 'exe 1.2',
    'Acme Setup 1.2.0.exe.blockmap': blockMap('exe 1.2'),
    'Acme-1.2.0-arm64-mac.zip': 'zip 1.2',
    'Acme-1.2.0-arm64-mac.zip.blockmap': blockMap('another file'),
  });
  const ended = await cli.run(['import', folder, '--app', 'electron']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /1 release at .* for electron, oldest first:/);
  assert.match(ended.stderr, /skipped: Acme-1\.2\.0-arm64-mac\.zip\.blockmap of 1\.2\.0 \(its blocks do not/);
  const feed = `${app.publicUrl}/feeds/electron/stable/from/\${version}`;
  assert.ok(ended.stdout.includes(feed), ended.stdout);
  assert.match(ended.stdout, /Installed clients use the old server until they get a build with the new URL/);
  const [release] = (await service.client.listReleases('electron')).releases;
  assert.deepEqual(
    [release?.notes, release?.pubDate, release?.state],
    ['Notes of 1.2.0', '2025-03-01T10:00:00.000Z', 'published'],
  );
  assert.deepEqual(
    release?.artifacts.map(({ target, sha512: hash, fileName }) => [target, hash, fileName]).sort(),
    [
      ['darwin-aarch64', sha512('zip 1.2'), 'Acme-1.2.0-arm64-mac.zip'],
      ['windows-x86_64', sha512('exe 1.2'), 'Acme-Setup-1.2.0.exe'],
      ['windows-x86_64.blockmap', undefined, undefined],
    ],
  );
  const document = await fetch(`${feed}/latest.yml`, { method: 'GET', headers: {} });
  assert.equal(document.status, 200);
  assert.match(await document.text(), /"1\.2\.0"/);
});

test('a zsync file is imported with its AppImage, if it matches', async (t) => {
  await makeApp('zsync');
  const zsync = (name: string, bytes: string) =>
    `zsync: 0.6.2\nFilename: ${name}\nBlocksize: 2048\nLength: ${bytes.length}\nURL: ${name}\nSHA-1: ${hex('sha1', bytes)}\n\nsums`;
  const [own, other] = ['Acme-1.0.0.AppImage', 'Acme-1.0.0-arm64.AppImage'] as const;
  const folder = await makeFolder(t, {
    'latest-linux.yml': electronFeed('1.0.0', [{ name: own, bytes: 'x64' }]),
    'latest-linux-arm64.yml': electronFeed('1.0.0', [{ name: other, bytes: 'arm' }]),
    [own]: 'x64',
    [other]: 'arm',
    [`${own}.zsync`]: zsync(own, 'x64'),
    [`${other}.zsync`]: zsync(other, 'something else'),
  });
  const ended = await cli.run(['import', folder, '--app', 'zsync']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(
    ended.stderr,
    /skipped: Acme-1\.0\.0-arm64\.AppImage\.zsync of 1\.0\.0 \(it belongs to another/,
  );
  assert.deepEqual(
    (await listOf('zsync')).map(({ targets }) => targets),
    [['linux-aarch64', 'linux-x86_64', 'linux-x86_64.zsync']],
  );
});

test('importing again changes nothing, and a newer feed adds only its version', async (t) => {
  await makeApp('again');
  const folder = await makeFolder(t, {
    'latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'one' }]),
    'Acme-1.0.0.exe': 'one',
  });
  const words = ['import', folder, '--app', 'again', '--json'];
  const outcomes = [];
  for (const _ of ['first', 'second']) {
    const { code, stderr, objects } = await cli.run(words);
    assert.equal(code, 0, stderr);
    outcomes.push(objects.find(({ event }) => event === 'imported'));
  }
  assert.deepEqual(
    outcomes.map((one) => [one?.imported, one?.passedOver]),
    [
      [['1.0.0'], []],
      [[], ['1.0.0']],
    ],
  );
  await writeFiles(folder, {
    'latest.yml': electronFeed('1.1.0', [{ name: 'Acme-1.1.0.exe', bytes: 'two' }]),
    'Acme-1.1.0.exe': 'two',
  });
  const third = await cli.run(words);
  assert.deepEqual(third.objects.find(({ event }) => event === 'imported')?.imported, ['1.1.0']);
  assert.deepEqual(
    (await listOf('again')).map(({ version }) => version),
    ['1.1.0', '1.0.0'],
  );
});

test('different bytes for a published version stop the import before anything is sent', async (t) => {
  await makeApp('taken');
  const folder = await makeFolder(t, {
    'latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'one' }]),
    'Acme-1.0.0.exe': 'one',
  });
  const words = ['import', folder, '--app', 'taken', '--json'];
  assert.equal((await cli.run(words)).code, 0);
  await writeFiles(folder, {
    'latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'other' }]),
    'Acme-1.0.0.exe': 'other',
    'latest-linux.yml': electronFeed('1.1.0', [{ name: 'Acme-1.1.0.AppImage', bytes: 'new' }]),
    'Acme-1.1.0.AppImage': 'new',
  });
  const stopped = await cli.run(words);
  assert.deepEqual([stopped.code, stopped.objects.at(-1)?.code], [3, 'version-taken'], stopped.stderr);
  assert.equal((await listOf('taken')).length, 1);
  const allowed = await cli.run([...words, '--allow', 'version-taken']);
  assert.equal(allowed.code, 0, allowed.stderr);
  assert.deepEqual(
    (await listOf('taken')).map(({ version }) => version),
    ['1.1.0', '1.0.0'],
  );
});

test('beta.yml goes to the channel beta, which is created only after confirmation', async (t) => {
  await makeApp('channels');
  const folder = await makeFolder(t, {
    'latest.yml': electronFeed('1.0.0', [{ name: 'Acme-1.0.0.exe', bytes: 'one' }]),
    'beta.yml': electronFeed('1.1.0-beta.1', [{ name: 'Acme-1.1.0-beta.1.exe', bytes: 'two' }]),
    'Acme-1.0.0.exe': 'one',
    'Acme-1.1.0-beta.1.exe': 'two',
  });
  const words = ['import', folder, '--app', 'channels'];
  const unasked = await cli.run(words);
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /Channel beta doesn’t exist in /);
  assert.deepEqual(await listOf('channels'), []);
  const agreed = await cli.run([...words, '--yes']);
  assert.equal(agreed.code, 0, agreed.stderr);
  assert.deepEqual(
    (await listOf('channels', 'beta')).map(({ version }) => version),
    ['1.1.0-beta.1'],
  );
  assert.deepEqual(
    (await listOf('channels')).map(({ version }) => version),
    ['1.0.0'],
  );
  await makeApp('one-channel');
  const all = await cli.run(['import', folder, '--app', 'one-channel', '--channel', 'stable']);
  assert.equal(all.code, 0, all.stderr);
  assert.deepEqual(
    (await listOf('one-channel')).map(({ version }) => version),
    ['1.1.0-beta.1', '1.0.0'],
  );
});

test('--all adds older installers by their names, oldest first; --dry-run sends nothing', async (t) => {
  await makeApp('all');
  const folder = await makeFolder(t, {
    'latest.yml': electronFeed('1.10.0', [{ name: 'Acme-Setup-1.10.0.exe', bytes: 'newest' }]),
    'Acme-Setup-1.10.0.exe': 'newest',
    'Acme Setup 1.9.0.exe': 'nine',
    'Acme-Setup-1.2.0.exe': 'two',
    'Acme-Setup-1.2.0.exe.blockmap': blockMap('two'),
    'Acme-Setup-2.0.0.exe': 'not announced yet',
    'notes.txt': 'no installer',
  });
  const dry = await cli.run(['import', folder, '--app', 'all', '--all', '--dry-run', '--json']);
  assert.equal(dry.code, 0, dry.stderr);
  const plan = dry.objects.find(({ event }) => event === 'import');
  const planned = plan?.releases as { version: string; artifacts: { declared: boolean }[] }[];
  assert.deepEqual(
    planned.map(({ version, artifacts }) => [version, artifacts[0]?.declared]),
    [
      ['1.2.0', false],
      ['1.9.0', false],
      ['1.10.0', true],
    ],
  );
  assert.deepEqual(await listOf('all'), []);
  const ended = await cli.run(['import', folder, '--app', 'all', '--all']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.deepEqual(await listOf('all'), [
    { version: '1.10.0', state: 'published', targets: ['windows-x86_64'] },
    { version: '1.9.0', state: 'published', targets: ['windows-x86_64'] },
    { version: '1.2.0', state: 'published', targets: ['windows-x86_64', 'windows-x86_64.blockmap'] },
  ]);
  const again = await cli.run(['import', folder, '--app', 'all', '--all', '--json']);
  const outcome = again.objects.find(({ event }) => event === 'imported');
  assert.deepEqual(outcome?.imported, []);
});

test('releases older than the latest one are skipped and named', async (t) => {
  await makeApp('older');
  const folder = await makeFolder(t, {
    'latest.yml': electronFeed('2.0.0', [{ name: 'Acme-2.0.0.exe', bytes: 'two' }]),
    'Acme-2.0.0.exe': 'two',
  });
  assert.equal((await cli.run(['import', folder, '--app', 'older'])).code, 0);
  await writeFiles(folder, { 'Acme-1.0.0.exe': 'one' });
  const ended = await cli.run(['import', folder, '--app', 'older', '--all']);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(ended.stderr, /1\.0\.0 .*skipped: 2\.0\.0 is published and newer/);
  assert.equal((await listOf('older')).length, 1);
});
