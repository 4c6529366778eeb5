import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs the output of `build` as a tarball for `npm i -g` or `npx`, and returns its path. */
export const npmPack = async (
  build: (folder: string) => Promise<void>,
  intoFolder: string,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-pack-'));
  try {
    await build(folder);
    await mkdir(intoFolder, { recursive: true });
    const { stdout } = await run('npm', ['pack', folder, '--json', '--pack-destination', intoFolder]);
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(intoFolder, packed?.filename ?? '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
