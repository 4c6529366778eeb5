import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { examineUpdater } from '../src/doctor/updater.ts';
import { findUpdaterGaps } from '../src/setup/updater-gaps.ts';
import { makeFolder } from './folder.ts';
import { createTestContext } from './terminal-context.ts';

/* Finds the reasons why a Tauri app cannot update itself, before a release shows it. */

/** A project after `tauri add updater`. */
const whole = {
  'package.json': '{"dependencies": {"@tauri-apps/plugin-updater": "^2"}}',
  'src-tauri/tauri.conf.json':
    '{"bundle": {"createUpdaterArtifacts": true}, "plugins": {"updater": {"pubkey": "key", "endpoints": []}}}',
  'src-tauri/Cargo.toml': '[dependencies]\ntauri = "2"\ntauri-plugin-updater = "2"\n',
  'src-tauri/src/lib.rs': 'tauri::Builder::default().plugin(tauri_plugin_updater::Builder::new().build())',
  'src-tauri/capabilities/default.json': '{"permissions": ["core:default", "updater:default"]}',
};

const gapsOf = async (t: TestContext, files: Record<string, string>): Promise<string> => {
  const folder = await makeFolder(t, { ...whole, ...files });
  const gaps = await findUpdaterGaps(join(folder, 'src-tauri/tauri.conf.json'));
  return gaps.map(({ detail, remedy }) => `${detail} ${remedy}`).join('\n');
};

test('a complete project has no gaps', async (t) => {
  assert.equal(await gapsOf(t, {}), '');
  const perSystem =
    '[target."cfg(not(any(target_os = \\"android\\")))".dependencies]\ntauri-plugin-updater = "2"\n';
  assert.equal(await gapsOf(t, { 'src-tauri/Cargo.toml': perSystem }), '');
  const table = '[dependencies.tauri-plugin-updater]\nversion = "2"\n';
  assert.equal(await gapsOf(t, { 'src-tauri/Cargo.toml': table }), '');
  const inRust = { 'src-tauri/src/update.rs': 'app.updater()?.check().await', 'package.json': '{}' };
  assert.equal(await gapsOf(t, { ...inRust, 'src-tauri/capabilities/default.json': '{}' }), '');
});

test('each missing part is named with its fix', async (t) => {
  const cases: [Record<string, string>, RegExp][] = [
    [
      { 'src-tauri/Cargo.toml': '[dependencies]\ntauri = "2"\n' },
      /Cargo\.toml has no tauri-plugin-updater.*tauri add updater/,
    ],
    [
      { 'src-tauri/src/lib.rs': '// tauri_plugin_updater\nfn main() {}' },
      /is not registered.*tauri_plugin_updater::Builder/,
    ],
    [
      { 'src-tauri/capabilities/default.json': '{"permissions": ["core:default"]}' },
      /permission updater:default.*capabilities/,
    ],
    [{ 'package.json': '{}' }, /The app never checks for updates.*check\(\)/],
    [
      { 'src-tauri/tauri.conf.json': '{"plugins": {"updater": {"pubkey": "key"}}}' },
      /createUpdaterArtifacts.*signed/,
    ],
  ];
  for (const [files, expected] of cases) {
    const found = await gapsOf(t, files);
    assert.match(found, expected);
    assert.equal(found.split('\n').length, 1, found);
  }
});

test('doctor examines the project in its folder, if there is one', async (t) => {
  const examine = async (files: Record<string, string>) =>
    await examineUpdater(createTestContext(await makeFolder(t, files)).context);
  assert.equal(await examine({}), undefined);
  assert.equal((await examine(whole))?.state, 'good');
  const broken = await examine({
    ...whole,
    'src-tauri/tauri.conf.json': '{}',
    'src-tauri/Cargo.toml': '[dependencies]\n',
  });
  assert.equal(broken?.state, 'doubtful');
  assert.match(broken?.detail ?? '', /pubkey.*createUpdaterArtifacts.*tauri-plugin-updater/);
});
