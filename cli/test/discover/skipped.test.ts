import assert from 'node:assert/strict';
import { relative } from 'node:path';
import test, { type TestContext } from 'node:test';
import { assemblePlan } from '../../src/publish/plan/assemble-plan.ts';
import { assembleIn, nothing } from '../assemble/build.ts';
import { makeFolder } from '../folder.ts';
import { createTestContext } from '../terminal-context.ts';

/* Every unpublished build file must be reported. */

const skippedOf = async (t: TestContext, files: Record<string, string>): Promise<Record<string, string>> => {
  const { folder, plan } = await assembleIn(t, files, { version: '1.2.0' });
  return Object.fromEntries(plan.skipped.map(({ path, reason }) => [relative(folder, path), reason]));
};

test('the disk image of Tauri is listed as skipped, intermediate files are not', async (t) => {
  const bundle = 'src-tauri/target/release/bundle';
  const skipped = await skippedOf(t, {
    'src-tauri/target/release/acme.exe': 'the app',
    'src-tauri/target/release/build/x/out/y.tar.gz': 'of cargo',
    [`${bundle}/dmg/Acme_1.2.0_aarch64.dmg`]: 'image',
    [`${bundle}/dmg/bundle_dmg.sh`]: 'script',
    [`${bundle}/deb/Acme_1.2.0_amd64.deb`]: 'deb',
    [`${bundle}/deb/Acme_1.2.0_amd64/control.tar.gz`]: 'control',
    [`${bundle}/nsis/Acme-portable.exe`]: 'portable',
  });
  assert.deepEqual(Object.keys(skipped).sort(), [
    `${bundle}/dmg/Acme_1.2.0_aarch64.dmg`,
    `${bundle}/nsis/Acme-portable.exe`,
  ]);
  assert.match(
    skipped[`${bundle}/dmg/Acme_1.2.0_aarch64.dmg`] ?? '',
    /an installer that updaters can’t install; offer it for download/,
  );
  assert.match(skipped[`${bundle}/nsis/Acme-portable.exe`] ?? '', /pass --target <name>=<path>/);
});

test('files missing from the electron-builder feed are listed as skipped', async (t) => {
  const skipped = await skippedOf(t, {
    'dist/latest-linux.yml': 'version: 1.2.0\nfiles:\n  - url: Acme-1.2.0.AppImage\n',
    'dist/Acme-1.2.0.AppImage': 'app',
    'dist/acme_1.2.0_amd64.snap': 'snap',
    'dist/acme-1.2.0.tar.gz': 'archive',
    'dist/builder-debug.yml': 'x: 1\n',
    'dist/linux-unpacked/acme.exe': 'x',
  });
  assert.deepEqual(Object.keys(skipped).sort(), ['dist/acme-1.2.0.tar.gz', 'dist/acme_1.2.0_amd64.snap']);
  assert.equal(skipped['dist/acme_1.2.0_amd64.snap'], 'the Snap Store updates it');
});

test('a disk image given as a path: the error says why it is rejected, and what to do', async (t) => {
  const folder = await makeFolder(t, { 'Acme_1.2.0_aarch64.dmg': 'image' });
  const options = { ...nothing, paths: ['Acme_1.2.0_aarch64.dmg'], version: '1.2.0' };
  await assert.rejects(assemblePlan(options, createTestContext(folder).context), {
    exit: 2,
    message: 'Unknown target: Acme_1.2.0_aarch64.dmg.',
    remedy:
      /^Tauri and Electron updaters can’t install it\. Publish the \.app\.tar\.gz or \.zip .* For Sparkle, pass --target darwin-universal=Acme_1\.2\.0_aarch64\.dmg\.$/,
  });
});
