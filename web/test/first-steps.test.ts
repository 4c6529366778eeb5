import assert from 'node:assert/strict';
import { test } from 'node:test';
import './render.ts';

const { updaterSnippet } = await import('../src/screens/overview/first-steps.tsx');

const publicUrl = 'https://lantern.example.com';

test('a Tauri configuration has signed update files, the public key and the URL', () => {
  const config = JSON.parse(updaterSnippet({ adapter: 'tauri', publicUrl }));
  assert.equal(config.bundle.createUpdaterArtifacts, true);
  assert.match(config.plugins.updater.pubkey, /\.pub file/);
  assert.deepEqual(config.plugins.updater.endpoints, [
    `${publicUrl}/releases/stable/{{target}}/{{arch}}/{{current_version}}`,
  ]);
});

test('electron-updater’s URL contains the app version', () => {
  const text = updaterSnippet({ adapter: 'rest', publicUrl });
  assert.ok(text.includes(`url: ${publicUrl}/feeds/electron/stable/from/\${version}`), text);
});
