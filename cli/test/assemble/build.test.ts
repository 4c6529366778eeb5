import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { assemblePlan } from '../../src/publish/plan/assemble-plan.ts';
import { makeFolder } from '../folder.ts';
import { createTestContext } from '../terminal-context.ts';
import { assembleIn, nothing, tauriBuild } from './build.ts';

test('a Tauri build becomes targets, formats, sizes and signatures', async (t) => {
  const { plan, folder } = await assembleIn(t, tauriBuild);
  assert.equal(plan.version, '1.2.0');
  assert.equal(plan.versionFrom, join(folder, 'src-tauri/tauri.conf.json'));
  assert.deepEqual(
    plan.items.map(({ target, format, sizeBytes, signature }) => [target, format, sizeBytes, signature]),
    [
      ['linux-deb-x86_64', '.deb', 3, 'sig-deb'],
      ['linux-rpm-x86_64', '.rpm', 3, undefined],
      ['linux-x86_64', '.AppImage', 8, 'sig-appimage'],
    ],
  );
});

test('--bundle-targets offers the primary bundle under its own name too', async (t) => {
  const { plan } = await assembleIn(t, tauriBuild, { bundleTargets: true });
  assert.deepEqual(
    plan.items.map(({ target }) => target),
    ['linux-appimage-x86_64', 'linux-deb-x86_64', 'linux-rpm-x86_64', 'linux-x86_64'],
  );
});

test('files of an older build are skipped', async (t) => {
  const old = 'src-tauri/target/release/bundle/deb/Acme_1.1.0_amd64.deb';
  const { plan, folder } = await assembleIn(t, { ...tauriBuild, [old]: 'old' });
  assert.equal(plan.items.length, 3);
  assert.deepEqual(plan.skipped, [{ path: join(folder, old), reason: 'its name says 1.1.0' }]);
});

test('between a plain and an archived bundle, the signed one is used', async (t) => {
  const { plan } = await assembleIn(
    t,
    {
      'b/Acme_1.0.0_amd64.AppImage': 'plain',
      'b/Acme_1.0.0_amd64.AppImage.tar.gz': 'packed',
      'b/Acme_1.0.0_amd64.AppImage.tar.gz.sig': 'sig',
    },
    { paths: ['b'], version: '1.0.0' },
  );
  assert.deepEqual(
    plan.items.map(({ format }) => format),
    ['.AppImage.tar.gz'],
  );
});

test('a universal Mac build serves both architectures', async (t) => {
  const path = 'target/universal-apple-darwin/release/bundle/macos/Acme.app.tar.gz';
  const { plan } = await assembleIn(t, { [path]: 'x' }, { version: '1.0.0' });
  assert.deepEqual(
    plan.items.map(({ target }) => target),
    ['darwin-aarch64', 'darwin-x86_64'],
  );
});

test('an undetectable version needs --release', async (t) => {
  await assert.rejects(assembleIn(t, { 'a.bin': 'x' }, { targets: ['linux-x86_64=a.bin'] }), {
    exit: 2,
    remedy: /--release <version>/,
  });
});

test('file names give the version as a fallback, if they all agree', async (t) => {
  const [image, deb] = ['a/Acme-1.2.0-x86_64.AppImage', 'a/Acme_1.3.0_amd64.deb'];
  const { plan, folder } = await assembleIn(t, { [image]: 'x', [deb]: 'x' }, { paths: [image] });
  assert.deepEqual([plan.version, plan.versionFrom], ['1.2.0', join(folder, image)]);
  await assert.rejects(assembleIn(t, { [image]: 'x', [deb]: 'x' }, { paths: ['a'] }), { exit: 2 });
});

test('a broken tauri.conf.json is an error that names it, unless --release is given', async (t) => {
  const files = {
    ...tauriBuild,
    'src-tauri/tauri.conf.json': '{"version": "1.2.0",}',
    'package.json': '{"version": "9.0.0"}',
  };
  await assert.rejects(assembleIn(t, files), {
    exit: 2,
    message: /src-tauri\/tauri\.conf\.json is not valid JSON/,
  });
  assert.equal((await assembleIn(t, files, { version: '1.2.0' })).plan.version, '1.2.0');
});

test('feeds that disagree on the version are a usage failure', async (t) => {
  const files = {
    'dist/latest.yml': 'version: 1.0.0\nfiles:\n  - url: a.exe\n',
    'dist/latest-linux.yml': 'version: 1.1.0\nfiles:\n  - url: a.AppImage\n',
    'dist/a.exe': 'x',
    'dist/a.AppImage': 'x',
  };
  await assert.rejects(assembleIn(t, files, { paths: ['dist'] }), {
    exit: 2,
    message: /says 1\.\d\.0.* says 1\.\d\.0/,
  });
});

test('notes are text, or a file’s text', async (t) => {
  const files = { 'CHANGES.md': '# News\n', 'a.bin': 'x' };
  const options = { targets: ['l-x=a.bin'], version: '1.0.0' };
  assert.equal((await assembleIn(t, files, { ...options, notes: 'hello' })).plan.notes, 'hello');
  assert.equal((await assembleIn(t, files, { ...options, notes: '@CHANGES.md' })).plan.notes, '# News\n');
  await assert.rejects(assembleIn(t, files, { ...options, notes: '@nothing.md' }), { exit: 2 });
});

test('the project file says where the build is', async (t) => {
  const folder = await makeFolder(t, {
    'out/Acme_1.0.0_amd64.deb': 'x',
    'package.json': '{"version": "1.0.0"}',
  });
  const { context } = createTestContext(folder, { paths: ['out'] });
  const plan = await assemblePlan(nothing, context);
  assert.deepEqual(
    plan.items.map(({ target }) => target),
    ['linux-deb-x86_64'],
  );
});
