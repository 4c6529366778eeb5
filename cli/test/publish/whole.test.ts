import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import type { Release } from '@slipway/api';
import { makeFolder } from '../folder.ts';
import { blockMap } from '../import/old-place.ts';
import { fetch, openStage } from '../stage.ts';
import { makeTauriBuild } from '../tauri-build.ts';

const { service, cli, makeApp } = await openStage();

const eventsOf = (objects: Record<string, unknown>[]) => objects.map(({ event }) => event);

test('a file becomes a release that clients are offered and can download', async (t) => {
  const { anyone } = await makeApp('whole');
  const folder = await makeFolder(t, { 'out/app.tar.gz': 'the bytes', 'CHANGES.md': '# News' });
  const words = ['publish', '--app', 'whole', '--release', '1.0.0', '--notes', '@CHANGES.md', '--yes'];
  const ended = await cli.run([...words, '--target', 'linux-x86_64=out/app.tar.gz'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(
    ended.stdout,
    /^Published whole 1\.0\.0 on stable \(rel_\w+\)\.\nVerified from the client side:\n.*\n {2}linux-x86_64 {2}http:\/\/whole\.localhost\S+ +offers 1\.0\.0\n/,
  );
  assert.match(ended.stderr, /linux-x86_64: uploaded 9 B/);
  const offer = await anyone.check({
    channel: 'stable',
    target: 'linux',
    arch: 'x86_64',
    currentVersion: '0.9.0',
  });
  assert.deepEqual([offer?.version, offer?.notes, offer?.size], ['1.0.0', '# News', '9']);
  const download = await fetch(String(offer?.url), { method: 'GET', headers: {} });
  assert.equal(await download.text(), 'the bytes');
  assert.equal(offer?.sha256, createHash('sha256').update('the bytes').digest('hex'));
});

test('a second run changes nothing; other bytes or signatures need a new version', async (t) => {
  await makeApp('again');
  const folder = await makeFolder(t, { 'a.bin': 'one' });
  const words = [
    'publish',
    '--app',
    'again',
    '--release',
    '1.0.0',
    '--target',
    'linux-x86_64=a.bin',
    '--json',
  ];
  const first = await cli.run(words, { cwd: folder });
  assert.deepEqual(eventsOf(first.objects), [
    'plan',
    'draft',
    'hashing',
    'uploading',
    'uploaded',
    'published',
    'offered',
  ]);
  const second = await cli.run(words, { cwd: folder });
  assert.equal(second.code, 0);
  assert.deepEqual(eventsOf(second.objects), ['plan', 'draft', 'hashing', 'published', 'offered']);
  const [one, two] = [first, second].map(
    ({ objects }) => objects.find(({ event }) => event === 'published')?.release,
  );
  assert.deepEqual(one, two);
  await writeFile(join(folder, 'a.bin'), 'two');
  const third = await cli.run(words, { cwd: folder });
  assert.deepEqual([third.code, third.objects.at(-1)?.code], [3, 'version-taken']);
  await writeFile(join(folder, 'a.bin'), 'one');
  await writeFile(join(folder, 'a.bin.sig'), 'a signature');
  const signed = await cli.run(words, { cwd: folder });
  assert.deepEqual([signed.code, signed.objects.at(-1)?.code], [3, 'version-taken']);
  assert.match(signed.stderr, /is already published with another signature for linux-x86_64\./);
});

test('a Tauri build publishes every bundle with its signature', async (t) => {
  const { anyone } = await makeApp('tauri-app', 'tauri');
  const folder = await makeFolder(t);
  await makeTauriBuild(folder, '2.1.0');
  const ended = await cli.run(['publish', '--app', 'tauri-app', '--json'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stdout + ended.stderr);
  const published = ended.objects.find(({ event }) => event === 'published');
  assert.deepEqual(published?.warnings, []);
  const release = published?.release as Release;
  assert.deepEqual(release.artifacts.map(({ target, format }) => `${target} ${format}`).sort(), [
    'darwin-aarch64 .app.tar.gz',
    'linux-deb-x86_64 .deb',
    'linux-x86_64 .AppImage',
    'windows-x86_64 .exe',
  ]);
  // The endpoint …/{{target}}-{{bundle_type}}/{{arch}}/… of an app installed from the .deb.
  const query = { channel: 'stable', target: 'linux-deb', arch: 'x86_64', currentVersion: '2.0.0' };
  const offer = await anyone.check(query);
  const path = 'src-tauri/target/release/bundle/deb/Acme_2.1.0_amd64.deb.sig';
  assert.equal(offer?.signature, (await readFile(join(folder, path), 'utf8')).trim());
  const older = await cli.run(['publish', '--app', 'tauri-app', '--release', '2.0.9', '--dry-run'], {
    cwd: folder,
  });
  assert.equal(older.code, 1);
  for (const code of ['signature-version-differs', 'version-differs', 'older-version']) {
    assert.match(older.stderr, new RegExp(`\\[${code}\\]`));
  }
});

test('the electron-builder files that are named in feeds are published', async (t) => {
  await makeApp('electron');
  const folder = await makeFolder(t, {
    'dist/latest.yml': 'version: 3.0.0\nfiles:\n  - url: Acme Setup 3.0.0.exe\n    size: 3\n',
    'dist/latest-mac.yml':
      'version: 3.0.0\nfiles:\n  - url: Acme-3.0.0-arm64-mac.zip\n  - url: Acme-3.0.0-mac.zip\n',
    'dist/Acme Setup 3.0.0.exe': 'exe',
    'dist/Acme-3.0.0-arm64-mac.zip': 'arm',
    'dist/Acme-3.0.0-mac.zip': 'x64',
    'package.json': '{"version": "3.0.0"}',
  });
  const ended = await cli.run(['publish', '--app', 'electron', '--json'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const release = ended.objects.find(({ event }) => event === 'published')?.release as Release;
  assert.deepEqual(release.artifacts.map(({ target }) => target).sort(), [
    'darwin-aarch64',
    'darwin-x86_64',
    'windows-x86_64',
  ]);
});

test('electron-builder output is published with everything electron-updater needs', async (t) => {
  await makeApp('electron-feed');
  const sha512 = createHash('sha512').update('exe').digest('base64');
  const folder = await makeFolder(t, {
    'dist/latest.yml': `version: 3.0.0\nfiles:\n  - url: Acme-Setup-3.0.0.exe\n    sha512: ${sha512}\n    size: 3\n`,
    'dist/Acme Setup 3.0.0.exe': 'exe',
    'dist/Acme Setup 3.0.0.exe.blockmap': 'nonsense',
  });
  const refused = await cli.run(['publish', '--app', 'electron-feed'], { cwd: folder });
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /blockmap doesn’t belong to its file: it is not a block map\. Build again\. \[build-stale\]/,
  );
  await writeFile(join(folder, 'dist/Acme Setup 3.0.0.exe.blockmap'), blockMap('exe'));
  const ended = await cli.run(['publish', '--app', 'electron-feed', '--json'], { cwd: folder });
  assert.equal(ended.code, 0, ended.stderr);
  const release = ended.objects.find(({ event }) => event === 'published')?.release as Release;
  const artifacts = release.artifacts.map(({ target, fileName, sha512, companionOf }) => [
    target,
    fileName,
    sha512,
    companionOf,
  ]);
  assert.deepEqual(artifacts.sort(), [
    ['windows-x86_64', 'Acme-Setup-3.0.0.exe', sha512, undefined],
    ['windows-x86_64.blockmap', undefined, undefined, 'windows-x86_64'],
  ]);
});

test('a file whose bytes differ from its feed is a stale build', async (t) => {
  await makeApp('stale');
  const sha512 = createHash('sha512').update('exe').digest('base64');
  const folder = await makeFolder(t, {
    'dist/latest.yml': `version: 3.0.0\nfiles:\n  - url: Acme-Setup-3.0.0.exe\n    sha512: ${sha512}\n    size: 3\n`,
    'dist/Acme Setup 3.0.0.exe': 'old',
  });
  const words = ['publish', '--app', 'stale', '--json'];
  for (const more of [['--dry-run'], []]) {
    const stale = await cli.run([...words, ...more], { cwd: folder });
    assert.deepEqual([stale.code, stale.objects.at(-1)?.code], [1, 'build-stale'], stale.stdout);
  }
  assert.deepEqual((await service.client.listReleases('stale')).releases, []);
  await writeFile(join(folder, 'dist/Acme Setup 3.0.0.exe'), 'exe');
  const built = await cli.run(words, { cwd: folder });
  assert.equal(built.code, 0, built.stderr);
});
