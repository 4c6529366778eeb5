import { trySignedUpdates } from './signed-updates.ts';

await trySignedUpdates({
  name: 'tauri',
  client: 'tauri-plugin-updater',
  adapter: 'tauri',
  check: '/releases/stable/{{target}}/{{arch}}/{{current_version}}',
  document: '/feeds/tauri/stable/latest.json',
  letter: 'T',
  libraries: { 'gtk+-3.0': 'libgtk-3-dev', 'webkit2gtk-4.1': 'libwebkit2gtk-4.1-dev' },
});
