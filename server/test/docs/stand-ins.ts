import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFiles } from '../../../cli/test/folder.ts';

/* Fakes for the build tools that the documents call. `BUILDS` holds their output. */

const bundler = `#!/bin/sh
set -eu
case "$*" in
  'run tauri build') from=tauri/linux to=src-tauri/target/release/bundle ;;
  'electron-builder --publish never') from=electron/linux to=dist ;;
  'electron-forge make') from=forge to=. ;;
  *) echo "$0 $* is not known here" >&2; exit 1 ;;
esac
mkdir -p "$to"
cp -R "$BUILDS/$from/." "$to"
`;

const signUpdate = `#!/bin/sh
printf 'sparkle:edSignature="%s" length="5"' "$SIGNATURE"
`;

/** Called as \`appimagetool -u <update information> <folder> <file>\`. */
const appimagetool = `#!/bin/sh
set -eu
printf 'an AppImage' > "$4"
sum=$(sha1sum "$4" | cut -d ' ' -f 1)
printf 'zsync: 0.6.2\\nFilename: %s\\nBlocksize: 2048\\nLength: 11\\nHash-Lengths: 1,2,4\\nURL: %s\\nSHA-1: %s\\n\\nsums' "$4" "$4" "$sum" > "$4.zsync"
`;

/** Put the folder first on the PATH. */
export const writeBuildTools = async (folder: string): Promise<void> => {
  const tools = { npm: bundler, npx: bundler, sign_update: signUpdate, appimagetool };
  await writeFiles(folder, tools);
  for (const name of Object.keys(tools)) await chmod(join(folder, name), 0o755);
};
