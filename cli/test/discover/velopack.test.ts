import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import test from 'node:test';
import { discover } from '../../src/discover/discover.ts';
import { assembleIn } from '../assemble/build.ts';
import { makeFolder } from '../folder.ts';
import { velopackBuild } from './velopack-build.ts';

test('Velopack’s newest package, its delta and its installers become targets', async (t) => {
  const { plan, folder } = await assembleIn(t, velopackBuild(['1.0.0', '1.9.0', '1.10.0']));
  assert.equal(plan.version, '1.10.0');
  assert.equal(plan.versionFrom, join(folder, 'Releases/releases.win.json'));
  assert.equal(plan.builtNotes, 'notes of 1.10.0');
  assert.deepEqual(
    plan.items.map(({ target, path, format, companionOf }) => [target, basename(path), format, companionOf]),
    [
      ['windows-portable-x86_64', 'Acme-win-Portable.zip', '.zip', undefined],
      ['windows-setup-x86_64', 'Acme-win-Setup.exe', '.exe', undefined],
      ['windows-x86_64', 'Acme-1.10.0-full.nupkg', '.nupkg', undefined],
      ['windows-x86_64.delta', 'Acme-1.10.0-delta.nupkg', '.nupkg', 'windows-x86_64'],
    ],
  );
  const [, , full, delta] = plan.items;
  assert.equal(full?.facts.fileName, 'Acme-1.10.0-full.nupkg');
  assert.match(full?.facts.sha1 ?? '', /^[0-9a-f]{40}$/);
  assert.equal(delta?.facts.deltaFrom, '1.9.0');
  assert.equal(full?.bundle.declared?.bytes, full?.sizeBytes);
});

test('the platform in the list name takes precedence over the package', async (t) => {
  const { plan } = await assembleIn(t, {
    ...velopackBuild(['1.0.0'], 'osx-arm64-beta', 'osx'),
    ...velopackBuild(['1.0.0'], 'stable', 'linux-x64'),
  });
  assert.deepEqual(
    plan.items.map(({ target }) => target),
    [
      'darwin-aarch64',
      'darwin-portable-aarch64',
      'darwin-setup-aarch64',
      'linux-portable-x86_64',
      'linux-setup-x86_64',
      'linux-x86_64',
    ],
  );
});

test('an unknown architecture is left open, a package of an unknown system is skipped', async (t) => {
  const folder = await makeFolder(t, velopackBuild(['1.0.0'], 'win', 'win'));
  const { bundles } = await discover(['Releases'], folder);
  assert.deepEqual(bundles[0]?.arches, []);
  const other = await makeFolder(t, velopackBuild(['1.0.0'], 'stable', ''));
  const found = await discover(['Releases'], other);
  assert.deepEqual(found.bundles, []);
  assert.match(found.skipped[0]?.reason ?? '', /neither the feed nor the package says/);
});

test('installers of another run than the newest package are skipped', async (t) => {
  const folder = await makeFolder(t, velopackBuild(['1.0.0', '1.1.0']));
  await writeFile(
    join(folder, 'Releases/assets.win.json'),
    JSON.stringify([{ RelativeFileName: 'Acme-win-Setup.exe', Type: 'Installer' }]),
  );
  const { bundles } = await discover(['Releases'], folder);
  assert.deepEqual(
    bundles.map(({ kind }) => kind),
    ['nupkg'],
  );
});

test('a list with missing files, or unreadable, is an error', async (t) => {
  const folder = await makeFolder(t, velopackBuild(['1.0.0', '1.1.0']));
  await rm(join(folder, 'Releases/Acme-1.1.0-delta.nupkg'));
  await assert.rejects(discover(['Releases'], folder), {
    code: 'build-incomplete',
    message: /releases\.win\.json lists .*Acme-1\.1\.0-delta\.nupkg, which does not exist/,
  });
  await writeFile(join(folder, 'Releases/releases.win.json'), '{}');
  await assert.rejects(discover(['Releases'], folder), {
    code: 'feed-unreadable',
    message: /it has no list of Assets/,
  });
});

test('a releases.*.json without packages is not Velopack output', async (t) => {
  const folder = await makeFolder(t, { 'dist/releases.all.json': '[]', 'dist/Acme_1.0.0_amd64.deb': 'x' });
  const { bundles } = await discover(['dist'], folder);
  assert.deepEqual(
    bundles.map(({ origin }) => origin),
    ['tauri'],
  );
});

test('a package next to an installer for the same platform gets its own target', async (t) => {
  const { plan } = await assembleIn(
    t,
    {
      ...velopackBuild(['1.0.0', '1.1.0']),
      'dist/latest.yml': 'version: 1.1.0\nfiles:\n  - url: Acme-1.1.0.exe\n',
      'dist/Acme-1.1.0.exe': 'installer',
    },
    { paths: ['dist', 'Releases'] },
  );
  assert.deepEqual(
    plan.items.map(({ target, format }) => `${target} ${format}`),
    [
      'windows-nupkg-x86_64 .nupkg',
      'windows-nupkg-x86_64.delta .nupkg',
      'windows-portable-x86_64 .zip',
      'windows-setup-x86_64 .exe',
      'windows-x86_64 .exe',
    ],
  );
});
