import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { assemblePlan, type Wishes } from '../src/publish/assemble.ts';
import { makeFolder } from './folder.ts';
import { createTestContext } from './terminal-context.ts';

const nothing: Wishes = {
  paths: [],
  targets: [],
  version: undefined,
  notes: undefined,
  bundleTargets: false,
};

const tauriBuild = {
  'src-tauri/tauri.conf.json': '{"version": "1.2.0"}',
  'src-tauri/target/release/bundle/appimage/Acme_1.2.0_amd64.AppImage': 'appimage',
  'src-tauri/target/release/bundle/appimage/Acme_1.2.0_amd64.AppImage.sig': ' sig-appimage \n',
  'src-tauri/target/release/bundle/deb/Acme_1.2.0_amd64.deb': 'deb',
  'src-tauri/target/release/bundle/deb/Acme_1.2.0_amd64.deb.sig': 'sig-deb',
  'src-tauri/target/release/bundle/rpm/Acme-1.2.0-1.x86_64.rpm': 'rpm',
};

const assembleIn = async (t: TestContext, files: Record<string, string>, wishes: Partial<Wishes> = {}) => {
  const folder = await makeFolder(t, files);
  return { folder, plan: await assemblePlan({ ...nothing, ...wishes }, createTestContext(folder).context) };
};

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

test('files of an older build are left aside', async (t) => {
  const old = 'src-tauri/target/release/bundle/deb/Acme_1.1.0_amd64.deb';
  const { plan, folder } = await assembleIn(t, { ...tauriBuild, [old]: 'old' });
  assert.equal(plan.items.length, 3);
  assert.deepEqual(plan.leftAside, [{ path: join(folder, old), reason: 'it is 1.1.0 by its name' }]);
});

test('of a plain and a packed bundle the signed one is taken', async (t) => {
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

test('two files for one target are a usage failure that says how to choose', async (t) => {
  const files = { 'b/Acme_1.0.0_x64_en-US.msi': 'en', 'b/Acme_1.0.0_x64_de-DE.msi': 'de' };
  const wishes = { paths: ['b'], version: '1.0.0' };
  await assert.rejects(assembleIn(t, files, wishes), { exit: 2, message: /both windows-msi-x86_64/ });
  const given = { ...wishes, targets: ['windows-msi-x86_64=b/Acme_1.0.0_x64_de-DE.msi'] };
  const { plan } = await assembleIn(t, files, given);
  assert.equal(plan.items[0]?.path.endsWith('de-DE.msi'), true);
  assert.equal(plan.leftAside.length, 1);
});

test('a universal Mac build serves both architectures', async (t) => {
  const path = 'target/universal-apple-darwin/release/bundle/macos/Acme.app.tar.gz';
  const { plan } = await assembleIn(t, { [path]: 'x' }, { version: '1.0.0' });
  assert.deepEqual(
    plan.items.map(({ target }) => target),
    ['darwin-aarch64', 'darwin-x86_64'],
  );
});

test('an architecture that nothing tells is named as an error without a terminal', async (t) => {
  const wishes = { paths: ['Acme.app.tar.gz'], version: '1.0.0' };
  await assert.rejects(assembleIn(t, { 'Acme.app.tar.gz': 'x' }, wishes), {
    exit: 2,
    message: 'Which architecture is Acme.app.tar.gz?',
    remedy: /--target darwin-aarch64=Acme\.app\.tar\.gz/,
  });
});

test('the remedy for an unknown architecture names the bundle’s own target, quoted for the shell', async (t) => {
  const wishes = { paths: ['My App.deb'], version: '1.0.0' };
  await assert.rejects(assembleIn(t, { 'My App.deb': 'x' }, wishes), {
    exit: 2,
    remedy: /--target 'linux-deb-aarch64=My App\.deb', or linux-deb-x86_64\./,
  });
});

test('--target for a file of the build names that file and keeps the rest', async (t) => {
  const files = { ...tauriBuild, 'src-tauri/target/release/bundle/macos/Acme.app.tar.gz': 'app' };
  const targets = ['darwin-aarch64=src-tauri/target/release/bundle/macos/Acme.app.tar.gz'];
  const all = ['darwin-aarch64', 'linux-deb-x86_64', 'linux-rpm-x86_64', 'linux-x86_64'];
  const { plan, folder } = await assembleIn(t, files, { targets });
  assert.deepEqual(
    plan.items.map(({ target }) => target),
    all,
  );
  const { context } = createTestContext(folder, { paths: ['src-tauri/target/release/bundle'] });
  const projected = await assemblePlan({ ...nothing, targets }, context);
  assert.deepEqual(
    projected.items.map(({ target }) => target),
    all,
  );
});

test('--target for a file that is not of the build goes alone', async (t) => {
  for (const path of ['out/tool.tar.gz', 'src-tauri/target/tool.tar.gz']) {
    const { plan } = await assembleIn(t, { ...tauriBuild, [path]: 'x' }, { targets: [`linux-arm=${path}`] });
    assert.deepEqual(
      plan.items.map(({ target }) => target),
      ['linux-arm'],
      path,
    );
  }
});

test('a file that nothing tells about needs --target', async (t) => {
  const wishes = { paths: ['thing.bin'], version: '1.0.0' };
  await assert.rejects(assembleIn(t, { 'thing.bin': 'x' }, wishes), {
    exit: 2,
    remedy: /--target linux-x86_64=thing\.bin/,
  });
});

test('a version that nothing tells needs --release', async (t) => {
  await assert.rejects(assembleIn(t, { 'a.bin': 'x' }, { targets: ['linux-x86_64=a.bin'] }), {
    exit: 2,
    remedy: /--release <version>/,
  });
});

test('a broken tauri.conf.json is an error that names it, unless --release tells the version', async (t) => {
  const files = {
    ...tauriBuild,
    'src-tauri/tauri.conf.json': '{"version": "1.2.0",}',
    'package.json': '{"version": "9.0.0"}',
  };
  await assert.rejects(assembleIn(t, files), {
    exit: 2,
    message: /src-tauri\/tauri\.conf\.json is not JSON/,
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

test('--target takes any file, with the signature beside it', async (t) => {
  const { plan } = await assembleIn(
    t,
    { 'out/app.tar.gz': 'abc', 'out/app.tar.gz.sig': '\n s \n', 'out/tool': 'abcd' },
    { targets: ['linux-x86_64=out/app.tar.gz', 'linux-aarch64=out/tool'], version: '1.0.0' },
  );
  assert.deepEqual(
    plan.items.map(({ target, format, signature }) => [target, format, signature]),
    [
      ['linux-aarch64', '.bin', undefined],
      ['linux-x86_64', '.tar.gz', 's'],
    ],
  );
});

for (const text of ['linux-x86_64', '=a', 'linux-x86_64=']) {
  test(`--target ${text} is a usage failure`, async (t) => {
    await assert.rejects(assembleIn(t, {}, { targets: [text], version: '1.0.0' }), {
      exit: 2,
      message: /name=path/,
    });
  });
}

test('a target’s file that is not there, or a folder, is a usage failure', async (t) => {
  for (const path of ['nothing', 'folder']) {
    const wishes = { targets: [`linux-x86_64=${path}`], version: '1.0.0' };
    await assert.rejects(assembleIn(t, { 'folder/a': 'x' }, wishes), { exit: 2 });
  }
});

test('notes are text, or a file’s text', async (t) => {
  const files = { 'CHANGES.md': '# News\n', 'a.bin': 'x' };
  const wishes = { targets: ['l-x=a.bin'], version: '1.0.0' };
  assert.equal((await assembleIn(t, files, { ...wishes, notes: 'hello' })).plan.notes, 'hello');
  assert.equal((await assembleIn(t, files, { ...wishes, notes: '@CHANGES.md' })).plan.notes, '# News\n');
  await assert.rejects(assembleIn(t, files, { ...wishes, notes: '@nothing.md' }), { exit: 2 });
});

test('the project file says where the build lies', async (t) => {
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
