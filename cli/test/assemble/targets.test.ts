import assert from 'node:assert/strict';
import test from 'node:test';
import { assemblePlan } from '../../src/publish/plan/assemble-plan.ts';
import { createTestContext } from '../terminal-context.ts';
import { assembleIn, nothing, tauriBuild } from './build.ts';

test('two files for one target are a usage failure that says how to choose', async (t) => {
  const files = { 'b/Acme_1.0.0_x64_en-US.msi': 'en', 'b/Acme_1.0.0_x64_de-DE.msi': 'de' };
  const options = { paths: ['b'], version: '1.0.0' };
  await assert.rejects(assembleIn(t, files, options), { exit: 2, message: /both windows-msi-x86_64/ });
  const explicit = { ...options, targets: ['windows-msi-x86_64=b/Acme_1.0.0_x64_de-DE.msi'] };
  const { plan } = await assembleIn(t, files, explicit);
  assert.equal(plan.items[0]?.path.endsWith('de-DE.msi'), true);
  assert.equal(plan.skipped.length, 1);
});

test('without a terminal, an unknown architecture is an error that names the file', async (t) => {
  const options = { paths: ['Acme.app.tar.gz'], version: '1.0.0' };
  await assert.rejects(assembleIn(t, { 'Acme.app.tar.gz': 'x' }, options), {
    exit: 2,
    message: 'Unknown architecture: Acme.app.tar.gz.',
    remedy: /--target darwin-aarch64=Acme\.app\.tar\.gz/,
  });
});

test('the remedy for an unknown architecture names the bundle’s own target, quoted for the shell', async (t) => {
  const options = { paths: ['My App.deb'], version: '1.0.0' };
  await assert.rejects(assembleIn(t, { 'My App.deb': 'x' }, options), {
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

test('--target for a file outside the build publishes that file alone', async (t) => {
  for (const path of ['out/tool.tar.gz', 'src-tauri/target/tool.tar.gz']) {
    const { plan } = await assembleIn(t, { ...tauriBuild, [path]: 'x' }, { targets: [`linux-arm=${path}`] });
    assert.deepEqual(
      plan.items.map(({ target }) => target),
      ['linux-arm'],
      path,
    );
  }
});

test('a file of unknown type needs --target', async (t) => {
  const options = { paths: ['thing.bin'], version: '1.0.0' };
  await assert.rejects(assembleIn(t, { 'thing.bin': 'x' }, options), {
    exit: 2,
    remedy: /--target linux-x86_64=thing\.bin/,
  });
});

test('--target takes any file, with the signature next to it', async (t) => {
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

test('a --target file that is missing or a folder is a usage failure', async (t) => {
  for (const path of ['nothing', 'folder']) {
    const options = { targets: [`linux-x86_64=${path}`], version: '1.0.0' };
    await assert.rejects(assembleIn(t, { 'folder/a': 'x' }, options), { exit: 2 });
  }
});
