import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from './build.ts';

const run = promisify(execFile);

/** Packs the command line into a tarball for `npm i -g` or `npx` and tells its path. */
export const pack = async (intoFolder: string): Promise<string> => {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const usual = join(import.meta.dirname, '..', 'dist');
  console.log(await pack(resolve(process.argv[2] ?? usual)));
}
