import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { discover } from '../../src/discover/discover.ts';
import { findMistakes } from '../../src/publish/preflight/mistakes.ts';
import { assembleIn } from '../assemble/build.ts';
import { makeFolder } from '../folder.ts';
import { forgeBuild, squirrelBuild } from './forge-build.ts';

test('Forge output becomes targets, by maker and architecture', async (t) => {
  const { plan, folder } = await assembleIn(t, forgeBuild);
  assert.equal(plan.version, '1.1.0');
  assert.deepEqual(
    plan.items.map(({ target, facts }) => `${target} ${facts.fileName}`),
    [
      'darwin-aarch64 Acme-darwin-arm64-1.1.0.zip',
      'darwin-dmg-aarch64 Acme-1.1.0-arm64.dmg',
      'darwin-x86_64 Acme-darwin-x64-1.1.0.zip',
      'linux-deb-x86_64 acme_1.1.0_amd64.deb',
      'linux-rpm-aarch64 acme-1.1.0-1.aarch64.rpm',
      'windows-msix-x86_64 Acme-win32-x64-1.1.0.msix',
      'windows-setup-x86_64 Acme-1.1.0-Setup.exe',
      'windows-x86_64 acme-1.1.0-full.nupkg',
      'windows-x86_64.delta acme-1.1.0-delta.nupkg',
    ],
  );
  assert.deepEqual(plan.skipped, [
    {
      path: join(folder, 'out/make/zip/win32/x64/Acme-win32-x64-1.1.0.zip'),
      reason: 'no Windows updater installs an archive',
    },
  ]);
  const delta = plan.items.at(-1);
  assert.equal(delta?.facts.deltaFrom, '1.0.0');
  assert.match(delta?.facts.sha1 ?? '', /^[0-9a-f]{40}$/);
  assert.deepEqual(findMistakes(plan), []);
});

test('RELEASES with missing files, or unreadable, are an error', async (t) => {
  const folder = await makeFolder(t, squirrelBuild(['1.0.0', '1.1.0']));
  await rm(join(folder, 'out/make/squirrel.windows/x64/acme-1.1.0-delta.nupkg'));
  await assert.rejects(discover(['out'], folder), {
    code: 'build-incomplete',
    message: /RELEASES lists .*acme-1\.1\.0-delta\.nupkg, which does not exist/,
  });
  await writeFile(join(folder, 'out/make/squirrel.windows/x64/RELEASES'), 'nothing');
  await assert.rejects(discover(['out'], folder), { code: 'feed-unreadable', message: /line 1 is not/ });
});

test('a version that Squirrel.Windows cannot parse is a mistake, but its own spelling is not', async (t) => {
  const build = async (inNames: string) =>
    (await assembleIn(t, squirrelBuild([inNames]), { version: '1.1.0-beta.1' })).plan;
  const dotted = findMistakes(await build('1.1.0-beta.1'));
  assert.deepEqual(
    dotted.map(({ code }) => code),
    ['file-name-unfit'],
  );
  assert.match(dotted[0]?.detail ?? '', /Build it as 1\.1\.0-beta1\.$/);
  const plain = await build('1.1.0-beta1');
  assert.deepEqual(findMistakes(plain), []);
  assert.equal(plain.items.find(({ format }) => format === '.nupkg')?.facts.deltaFrom, undefined);
});

test('a delta in a release after a pre-release declares no base version', async (t) => {
  const { plan } = await assembleIn(t, squirrelBuild(['1.1.0-beta1', '1.1.0']), { version: '1.1.0' });
  assert.equal(plan.items.at(-1)?.target, 'windows-x86_64.delta');
  assert.equal(plan.items.at(-1)?.facts.deltaFrom, undefined);
});

test('installers of an older make run are skipped', async (t) => {
  const old = 'out/make/squirrel.windows/x64/Acme-1.0.0 Setup.exe';
  const { plan, folder } = await assembleIn(t, { ...forgeBuild, [old]: 'old' });
  assert.ok(plan.skipped.some(({ path }) => path === join(folder, old)));
  assert.equal(plan.items.length, 9);
});

test('a single package is detected by its name and compared by SHA-1', async (t) => {
  const { plan } = await assembleIn(
    t,
    { 'a/acme-1.0.0-full.nupkg': 'x' },
    { targets: ['windows-x86_64=a/acme-1.0.0-full.nupkg'], version: '1.0.0' },
  );
  assert.deepEqual(plan.items[0]?.facts, { fileName: 'acme-1.0.0-full.nupkg', sha1: '0'.repeat(40) });
});
