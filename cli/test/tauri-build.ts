import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFiles } from './folder.ts';

const run = promisify(execFile);
const tauri = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'tauri');

/** Simulates `tauri build` in `src-tauri` of a folder, signed by Tauri's own signer. */
export const makeTauriBuild = async (folder: string, version: string): Promise<void> => {
  const bundles = 'src-tauri/target/release/bundle';
  const files = {
    [`${bundles}/appimage/Acme_${version}_amd64.AppImage`]: `AppImage ${version}`,
    [`${bundles}/deb/Acme_${version}_amd64.deb`]: `deb ${version}`,
    'src-tauri/target/aarch64-apple-darwin/release/bundle/macos/Acme.app.tar.gz': `app ${version}`,
    [`${bundles}/nsis/Acme_${version}_x64-setup.exe`]: `nsis ${version}`,
  };
  await writeFiles(folder, { 'src-tauri/tauri.conf.json': JSON.stringify({ version }), ...files });
  const key = join(folder, 'tauri.key');
  await run(tauri, ['signer', 'generate', '--ci', '-f', '-w', key, '-p', '']);
  for (const name of Object.keys(files)) {
    await run(tauri, ['signer', 'sign', '-f', key, '-p', '', '--app-version', version, join(folder, name)]);
  }
};
