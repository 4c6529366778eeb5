import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/* A job's machine: a shell, the job's environment, and fakes for commands that need a network. */

const run = promisify(execFile);

export type System = 'linux' | 'macos' | 'windows';

/*
 * `npm run tauri build` and `npm run dist` copy the bundlers' output for that system. The fake Tauri bundler signs, and
 * fails without its key; `npm ci` and `sudo` do nothing.
 */
const npm = `#!/bin/sh
set -eu
case "$*" in
  ci) exit 0 ;;
  'run tauri build'*)
    : "\${TAURI_SIGNING_PRIVATE_KEY:?A public key has been found, but no private key.}"
    target=$(printf '%s' "$*" | sed -n 's/.* --target //p')
    from=tauri to=src-tauri/target/\${target:+$target/}release/bundle ;;
  'run dist'*)
    output=$(printf '%s' "$*" | sed -n 's/.* --config.directories.output=//p')
    from=electron to=\${output:-dist} ;;
  *) echo "npm $* is not known here" >&2; exit 1 ;;
esac
mkdir -p "$to"
cp -R "$BUILDS/$from/$MACHINE/." "$to"
`;

/** Put the folder first on the PATH. */
export const writeStandIns = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries({ npm, sudo: '#!/bin/sh\n' })) {
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), 0o755);
  }
};

export interface Machine {
  system: System;
  /** The folders of the fakes and of the bundlers' output. */
  standIns: string;
  builds: string;
}

/** Inherits nothing from the tests except the PATH. */
export const environmentOf = (
  { system, standIns, builds }: Machine,
  home: string,
): Record<string, string> => ({
  PATH: `${standIns}${delimiter}${process.env.PATH}`,
  HOME: home,
  CI: 'true',
  MACHINE: system,
  BUILDS: builds,
});

/** Stops at the first failing command, like CI runners. */
export const runScript = async (
  script: string,
  cwd: string,
  env: Record<string, string>,
): Promise<string> => {
  const { stdout, stderr } = await run('bash', ['-eo', 'pipefail', '-c', script], { cwd, env });
  return stdout + stderr;
};

export const checkOut = (project: string, workspace: string): Promise<void> =>
  cp(project, workspace, { recursive: true });
